import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import { updateMask, withSomeChange } from '../schemas/changes.js';
import { Contact, contactFields } from '../schemas/contact.js';
import { text } from '../schemas/scalars.js';
import { CONTACTS, idFieldOf, INFLUENCERS, withoutId, type AddressBook } from './address-book.js';
import { withMutualOwnersOfOne } from './mutual-owners.js';

const defineUpdate = (book: AddressBook) =>
  defineOperation({
    name: `${book.family}.update`,
    summary: `Change ${book.kind === 'contact' ? 'a contact' : 'an influencer'}`,
    description: 'Changes the given fields; null clears one. Only the owner may.',
    tier: 2,
    destructive: false,
    scope: 'svc.write.sensitive',
    http: { method: 'PATCH', path: `/${book.family}/:${book.idField}` },
    input: withSomeChange(
      z.strictObject({ ...contactFields, name: text(200).optional(), ...idFieldOf(book) }),
      book.idField,
    ),
    output: Contact,
    run: async (input, { clients, expectedVersion }) => {
      const [contactId, changes] = withoutId(book, input);
      const { handles = [], tags = [], ...fields } = changes;
      const answer = await clients.contacts.updateContact({
        ...fields,
        kind: book.kind,
        contactId,
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
