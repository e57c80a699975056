import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Contact, contactFields } from '../schemas/contact.js';
import { type AddressBook, CONTACTS, INFLUENCERS } from './address-book.js';
import { withMutualOwnersOfOne } from './mutual-owners.js';

const defineCreate = <Book extends AddressBook>({ kind, family, idField }: Book) =>
  defineOperation({
    name: `${family}.create` as `${Book['family']}.create`,
    summary: `Create ${kind === 'contact' ? 'a contact' : 'an influencer'}`,
    description: `Returns the record. Use it for a person who does not exist yet: search with context.search first. Deals reference its id as ${idField}.`,
    tier: 2,
    scope: 'svc.write.sensitive',
    holdsForeignText: ['mutualOwners'],
    http: { method: 'POST', path: `/${family}`, status: 201, location: `/${family}/:id` },
    input: z.strictObject(contactFields),
    output: Contact,
    run: async ({ handles = [], tags = [], ...input }, { clients }) =>
      withMutualOwnersOfOne(await clients.contacts.createContact({ ...input, kind, handles, tags }), clients),
  });

export const createContact = defineCreate(CONTACTS);
export const createInfluencer = defineCreate(INFLUENCERS);
