import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { CONTACTS, idFieldOf, INFLUENCERS, withoutId, type AddressBook } from './address-book.js';

const defineDelete = (book: AddressBook) =>
  defineOperation({
    name: `${book.family}.delete`,
    summary: `Delete ${book.kind === 'contact' ? 'a contact' : 'an influencer'}; deals lose their link to it`,
    tier: 2,
    destructive: true,
    scope: 'svc.write.sensitive',
    http: { method: 'DELETE', path: `/${book.family}/:${book.idField}` },
    input: z.strictObject({ ...idFieldOf(book) }),
    run: (input, { clients, expectedVersion }) => {
      const [contactId] = withoutId(book, input);
      return clients.contacts.deleteContact({ kind: book.kind, contactId, expectedVersion });
    },
  });

export const deleteContact = defineDelete(CONTACTS);
export const deleteInfluencer = defineDelete(INFLUENCERS);
