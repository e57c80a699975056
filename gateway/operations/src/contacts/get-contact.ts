import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Contact } from '../schemas/contact.js';
import { type AddressBook, CONTACTS, idFieldOf, idIn, INFLUENCERS } from './address-book.js';
import { withMutualOwnersOfOne } from './mutual-owners.js';

const defineGet = <Book extends AddressBook>(book: Book) =>
  defineOperation({
    name: `${book.family}.get` as `${Book['family']}.get`,
    summary: `Get one ${book.kind}`,
    description: `Returns the name, email, phone, company, handles, tags, revenue and \`mutualOwners\` of one ${book.kind}. Use it when you have its id, such as \`${book.idField}\` of a deal; otherwise find it with context.search.`,
    tier: 0,
    scope: 'svc.read',
    holdsForeignText: ['mutualOwners'],
    http: { method: 'GET', path: `/${book.family}/:${book.idField}` },
    input: z.strictObject({ ...idFieldOf(book) }),
    output: Contact,
    run: async (input, { clients }) => {
      const contactId = idIn(book, input);
      return withMutualOwnersOfOne(await clients.contacts.getContact({ kind: book.kind, contactId }), clients);
    },
  });

export const getContact = defineGet(CONTACTS);
export const getInfluencer = defineGet(INFLUENCERS);
