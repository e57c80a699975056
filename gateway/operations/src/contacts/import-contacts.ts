import { HEAVY_BYTES, heavyTurn } from '@svc/chassis/concurrency/heavy-turn';
import { validationError } from '@svc/chassis/schemas/parse-input';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import type { Clients } from '../run/clients.js';
import { ContactImport, contactImportFields, fileOf } from '../schemas/contact-import.js';
import { type AddressBook, CONTACTS, INFLUENCERS } from './address-book.js';
import { describeImport } from './describe-import.js';

const defineImport = <Book extends AddressBook>({ kind, family }: Book) =>
  defineOperation({
    name: `${family}.import` as `${Book['family']}.import`,
    summary: `Import ${family} from a CSV or vCard file`,
    description:
      'Returns the outcome of each row. Use it for a list the user has as a file, first with preview=true, which writes nothing and needs no approval; for one person, create the record. Rows that match an existing record by email, phone number or handle only fill in its missing fields; nothing is overwritten, and importing a file again changes nothing.',
    tier: 2,
    scope: 'svc.write.sensitive',
    holdsForeignText: false,
    http: { method: 'POST', path: `/${family}/import`, bodyBytesMax: 11_534_336 },
    input: z
      .strictObject(contactImportFields)
      .refine(({ content, contentBase64 }) => content !== undefined || contentBase64 !== undefined, {
        path: ['content'],
        message: 'Send one of `content` and `contentBase64`.',
      })
      .refine(({ content, contentBase64 }) => content === undefined || contentBase64 === undefined, {
        path: ['content'],
        message: 'Send either `content` or `contentBase64`, not both.',
      }),
    output: ContactImport,
    changesNothing: ({ preview }) => preview,
    preview: async (input, { clients }) => {
      if (input.contentBase64 !== undefined) throw validationError([UNREADABLE]);
      return describeImport(await importFile(clients, kind, { ...input, preview: true }));
    },
    run: (input, { clients }) => importFile(clients, kind, input),
  });

const UNREADABLE = {
  path: 'contentBase64',
  message: 'cannot be approved, because it is unreadable. Send the text of the file in `content`.',
};

type ImportInput = z.output<z.ZodObject<typeof contactImportFields>>;

async function importFile(
  clients: Clients,
  kind: AddressBook['kind'],
  { format, preview, mapping, decimalSign, ...file }: ImportInput,
) {
  const columns = Object.entries(mapping).map(([column, field]) => ({ column, field }));
  const content = fileOf(file);
  // Encoding the message takes as long as checking and decoding the file.
  if (content.length > HEAVY_BYTES) await heavyTurn();
  return clients.contacts.importContacts({ kind, format, content, preview, mapping: columns, decimalSign });
}

export const importContacts = defineImport(CONTACTS);
export const importInfluencers = defineImport(INFLUENCERS);
