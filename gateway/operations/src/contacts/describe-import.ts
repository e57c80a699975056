import type { ImportContactsResponse } from '@svc/proto/deal/v1/contact_service';
import type { FieldChange } from '../run/operation-context.js';

type Planned = ImportContactsResponse['items'][number];

/** Maximum rows described one by one. */
const ROWS_MAX = 20;

const ACTIONS: Readonly<Record<string, string>> = { create: 'New', match: 'Fills in', invalid: 'Left out' };

/** Describes an import for the approving user: row counts by kind, how columns are read, and the first rows. */
export function describeImport({ summary, columns, items }: ImportContactsResponse): FieldChange[] {
  const { rows = 0, ...counts } = summary ?? {};
  const shown = items.slice(0, ROWS_MAX);
  return [
    entered('rows', rows),
    ...Object.entries(counts).map(([field, count]) => entered(field, count)),
    ...(columns.length === 0 ? [] : [entered('columns', columns.map(columnText))]),
    ...shown.map((item) => entered(`row ${item.row}`, rowText(item))),
    ...(rows > shown.length ? [entered('rowsNotShown', rows - shown.length)] : []),
  ];
}

function entered(field: string, after: unknown): FieldChange {
  return { field, before: null, after };
}

function columnText({ heading, field }: ImportContactsResponse['columns'][number]): string {
  return `${heading} → ${field ?? 'not read'}`;
}

function rowText({ action, messages, ...row }: Planned): string {
  const { name, email, phone, company, handles, tags, notes, revenue, currency } = row;
  const amount = typeof revenue === 'number' ? `${revenue} ${currency ?? ''}`.trim() : null;
  const texts = [name, email, phone, company, ...handles.map(handleText), ...tags, amount, notes, ...messages];
  return `${ACTIONS[action] ?? action}: ${texts.filter((text) => typeof text === 'string' && text !== '').join(', ')}`;
}

function handleText({ platform, handle }: Planned['handles'][number]): string {
  return `${platform} ${handle}`;
}
