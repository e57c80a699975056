import { changeInput, updateMask } from '@svc/chassis/schemas/changes';
import type { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Contact, contactFields } from '../schemas/contact.js';
import { type AddressBook, CONTACTS, idFieldOf, idIn, INFLUENCERS, withoutId } from './address-book.js';
import { withMutualOwnersOfOne } from './mutual-owners.js';

type Changes = Partial<z.output<z.ZodObject<typeof contactFields>>>;

const defineUpdate = <Book extends AddressBook>(book: Book) =>
  defineOperation({
    name: `${book.family}.update` as `${Book['family']}.update`,
    summary: `Update ${book.kind === 'contact' ? 'a contact' : 'an influencer'}`,
    description:
      'Returns the whole record. Updates only the fields sent; null clears a field. Only the owner can update it.',
    tier: 2,
    affects: ['deals', 'tasks', 'overview'],
    scope: 'svc.write.sensitive',
    target: { read: `${book.family}.get`, by: [book.idField] },
    holdsForeignText: ['mutualOwners'],
    http: { method: 'PATCH', path: `/${book.family}/:${book.idField}`, version: 'checked' },
    input: changeInput(idFieldOf(book), contactFields),
    output: Contact,
    run: async (input, { clients, expectedVersion }) => {
      const changes: Changes = withoutId(book, input);
      const { handles = [], tags = [], ...fields } = changes;
      const answer = await clients.contacts.updateContact({
        ...fields,
        kind: book.kind,
        contactId: idIn(book, input),
        handles,
        tags,
        expectedVersion,
        updateMask: updateMask(changes),
      });
      return withMutualOwnersOfOne(answer, clients);
    },
  });

export const updateContact = defineUpdate(CONTACTS);
export const updateInfluencer = defineUpdate(INFLUENCERS);
