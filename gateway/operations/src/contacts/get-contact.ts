import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { Contact } from '../schemas/contact.js';
import { CONTACTS, idFieldOf, INFLUENCERS, withoutId, type AddressBook } from './address-book.js';
import { withMutualOwnersOfOne } from './mutual-owners.js';

const defineGet = (book: AddressBook) =>
  defineOperation({
    name: `${book.family}.get`,
    summary: `Read one ${book.kind}`,
    tier: 0,
    destructive: false,
    scope: 'svc.read',
    http: { method: 'GET', path: `/${book.family}/:${book.idField}` },
    input: z.strictObject({ ...idFieldOf(book) }),
    output: Contact,
    run: async (input, { clients }) => {
      const [contactId] = withoutId(book, input);
      return withMutualOwnersOfOne(await clients.contacts.getContact({ kind: book.kind, contactId }), clients);
    },
  });

export const getContact = defineGet(CONTACTS);
export const getInfluencer = defineGet(INFLUENCERS);
