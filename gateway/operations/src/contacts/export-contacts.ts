import type { Contact, Handle } from '@svc/proto/deal/v1/contact_service';
import { z } from 'zod';
import { defineOperation } from '../define-operation.js';
import type { Clients } from '../operation-context.js';
import { csvOf } from '../schemas/csv.js';
import { CONTACTS, INFLUENCERS, type AddressBook } from './address-book.js';

/** Rows that the service answers at once. */
const PAGE_ROWS = 100;

/** Headings as the import reads them again. */
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

const defineExport = ({ kind, family }: AddressBook) =>
  defineOperation({
    name: `${family}.export`,
    summary: `All of your ${family} as a CSV file, which the import reads again`,
    tier: 0,
    destructive: false,
    scope: 'svc.read',
    http: { method: 'GET', path: `/${family}/export.csv`, produces: 'text/csv', filename: `${family}.csv` },
    input: z.strictObject({}),
    run: async (_input, { clients }) => csvOf(HEADER, pagesOf(kind, clients), PAGE_ROWS),
  });

/** Reads page after page. Where the next one begins is told by the service, so that none is cut by what happens meanwhile. */
function pagesOf(kind: AddressBook['kind'], { contacts }: Clients): () => Promise<unknown[][]> {
  let pageToken: string | null | undefined = null;
  return async () => {
    if (pageToken === undefined) return [];
    const answer = await contacts.exportContacts({ kind, pageToken });
    pageToken = answer.nextPageToken ?? undefined;
    return answer.contacts.map(toCells);
  };
}

function toCells(contact: Contact): unknown[] {
  const { name, email, phone, company, handles, tags, notes, revenue, currency, createdAt, id } = contact;
  const lists = [handles.map(handleText).join('; '), tags.join('; ')];
  return [name, email, phone, company, ...lists, notes, revenue, currency, createdAt, id];
}

function handleText({ platform, handle, url }: Handle): string {
  return [`${platform}:${handle}`, ...(url ? [url] : [])].join(' ');
}

export const exportContacts = defineExport(CONTACTS);
export const exportInfluencers = defineExport(INFLUENCERS);
