import { joinParts, keepApostrophe } from '@svc/chassis/schemas/cell-text';
import type { Contact, Handle } from '@svc/proto/deal/v1/contact_service';
import { z } from 'zod';
import { defineOperation } from '../registry/define-operation.js';
import { csvOf, pagesBy } from '../schemas/csv.js';
import { type AddressBook, CONTACTS, INFLUENCERS } from './address-book.js';

/** Headings that the import recognizes. */
const HEADER = [
  'name',
  'email',
  'phone',
  'company',
  'handles',
  'tags',
  'notes',
  'revenue',
  'currency',
  'createdAt',
  'id',
];

const defineExport = <Book extends AddressBook>({ kind, family }: Book) =>
  defineOperation({
    name: `${family}.export` as `${Book['family']}.export`,
    summary: `Download all your ${family} as CSV, which the import accepts`,
    tier: 0,
    scope: 'svc.read',
    http: { method: 'GET', path: `/${family}/export.csv`, produces: 'text/csv', filename: `${family}.csv` },
    input: z.strictObject({}),
    run: async (_input, { clients }) => {
      const readPage = async (pageToken: string | null) => {
        const { contacts, nextPageToken } = await clients.contacts.exportContacts({ kind, pageToken });
        return { rows: contacts.map(toCells), nextPageToken };
      };
      return csvOf(HEADER, pagesBy(readPage));
    },
  });

function toCells(contact: Contact): unknown[] {
  const { name, email, phone, company, handles, tags, notes, revenue, currency, createdAt, id } = contact;
  const lists = [joinParts(handles.map(handleText)), joinParts(tags)];
  const cells = [name, email, phone, company, ...lists, notes, revenue, currency, createdAt, id];
  return cells.map((cell) => (typeof cell === 'string' ? keepApostrophe(cell) : cell));
}

function handleText({ platform, handle, url }: Handle): string {
  return [`${platform}:${handle}`, ...(url ? [url] : [])].join(' ');
}

export const exportContacts = defineExport(CONTACTS);
export const exportInfluencers = defineExport(INFLUENCERS);
