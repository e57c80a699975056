import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { type AddressBook, CONTACTS, idFieldOf, idIn, INFLUENCERS } from './address-book.js';

const defineDelete = <Book extends AddressBook>(book: Book) =>
  defineOperation({
    name: `${book.family}.delete` as `${Book['family']}.delete`,
    summary: `Delete ${book.kind === 'contact' ? 'a contact' : 'an influencer'}; deals lose their link to it`,
    description: `Returns nothing. Only the owner can delete it, and this cannot be undone. Use it to delete the person entirely; to remove a ${book.kind} from one deal, update the deal instead.`,
    tier: 2,
    affects: ['deals', 'tasks', 'teams', 'external_shares', 'overview'],
    destructive: true,
    scope: 'svc.write.sensitive',
    target: { read: `${book.family}.get`, by: [book.idField] },
    http: { method: 'DELETE', path: `/${book.family}/:${book.idField}`, version: 'checked' },
    input: z.strictObject({ ...idFieldOf(book) }),
    run: (input, { clients, expectedVersion }) => {
      const contactId = idIn(book, input);
      return clients.contacts.deleteContact({ kind: book.kind, contactId, expectedVersion });
    },
  });

export const deleteContact = defineDelete(CONTACTS);
export const deleteInfluencer = defineDelete(INFLUENCERS);
