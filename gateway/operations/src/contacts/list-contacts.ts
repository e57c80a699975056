import { Search } from '@svc/chassis/schemas/scalars';
import { sortedListOf, sortedPage, sortedPageInput, sortedPageRequest } from '@svc/chassis/schemas/sorting';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { Contact } from '../schemas/contact.js';
import { Scope } from '../schemas/scalars.js';
import { type AddressBook, CONTACTS, INFLUENCERS } from './address-book.js';
import { withMutualOwners } from './mutual-owners.js';

const defineList = <Book extends AddressBook>({ kind, family }: Book) =>
  defineOperation({
    name: `${family}.list` as `${Book['family']}.list`,
    summary: `List ${family}, newest first unless sorted`,
    description: `Returns a page with names, addresses and handles, and \`total\`. Use it to go through them; context.search finds one person faster. Lists only your own unless scope=mine-and-shared. Records that others share with your teams are read-only and come without notes.`,
    tier: 0,
    scope: 'svc.read',
    holdsForeignText: ['mutualOwners'],
    http: { method: 'GET', path: `/${family}` },
    input: z.strictObject({
      ...sortedPageInput('-createdAt', ['createdAt', 'updatedAt', 'name', 'company', 'email']),
      scope: Scope,
      visibility: z
        .enum(['all', 'mine', 'shared', 'mutual'])
        .default('all')
        .describe(
          'With scope=mine-and-shared: also shared (owned by others) and mutual (owned by both you and others).',
        ),
      q: Search.optional().describe('Searches name, email, phone, company, handles, tags and your own notes.'),
    }),
    output: sortedListOf(Contact),
    run: async (input, { clients }) => {
      const response = await clients.contacts.listContacts({ kind, ...sortedPageRequest(input) });
      return sortedPage(await withMutualOwners(response.contacts, clients), response, input);
    },
  });

export const listContacts = defineList(CONTACTS);
export const listInfluencers = defineList(INFLUENCERS);
