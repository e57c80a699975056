import { defineOperation } from '../registry/define-operation.js';
import { BULK_DESCRIPTION, bulkInput, BulkResults, bulkResults, DeleteAction } from '../schemas/bulk.js';
import { type AddressBook, CONTACTS, INFLUENCERS } from './address-book.js';

const defineBulkChange = <Book extends AddressBook>({ kind: contactKind, family }: Book) =>
  defineOperation({
    name: `${family}.bulk_change` as `${Book['family']}.bulk_change`,
    summary: `Delete up to 500 ${family} at once`,
    description: BULK_DESCRIPTION,
    tier: 2,
    affects: ['deals', 'tasks', 'teams', 'external_shares', 'overview'],
    http: { method: 'POST', path: `/${family}/bulk` },
    input: bulkInput(DeleteAction),
    output: BulkResults,
    run: async ({ ids, action }, { clients }) =>
      bulkResults(await clients.contacts.bulkChangeContacts({ contactKind, ids, ...action })),
  });

export const bulkChangeContacts = defineBulkChange(CONTACTS);
export const bulkChangeInfluencers = defineBulkChange(INFLUENCERS);
