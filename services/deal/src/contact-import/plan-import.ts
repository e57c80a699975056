import { isDeepStrictEqual } from 'node:util';
import type { ContactImportSummary, ImportedContactRow } from '@svc/proto/deal/v1/contact_service';
import type { ContactFields, NewContact } from '../contacts/contact.js';
import { matchedOnOf, matchKeysOf } from '../contacts/contact-keys.js';
import { createEventLoopYield } from '../imports/event-loop-yield.js';
import type { ReadRow } from './read-row.js';

/** Maximum characters of notes in the response; full notes may be longer than all other fields together. */
const NOTES_SHOWN_MAX = 200;

export interface ImportPlan {
  readonly created: readonly NewContact[];
  /** Existing contacts, with their empty fields filled in. */
  readonly filled: readonly NewContact[];
  readonly rows: readonly ImportedContactRow[];
  readonly summary: ContactImportSummary;
}

/** A contact before and after the import. */
interface Target {
  contact: NewContact;
  readonly isNew: boolean;
  isFilled: boolean;
}

/** The contact to which each key belongs. */
type Holders = Map<string, Target>;

/**
 * Plans each row: it belongs to the contact with its email address, else its phone number, else one of its handles, whether stored or from an earlier
 * row. Of several stored contacts, the one with its name is used, else the oldest. Then each row without any of these keys belongs to the contact
 * with its name and company, or without a company to any with its name. Otherwise it is a new contact. A row only fills in empty fields, including
 * empty lists: the user's own entries take precedence over a file.
 *
 * A key never moves to another contact, and rows without keys come last, when companies are filled in. So a repeated import of the file finds each
 * contact as it left it.
 */
export async function planImport(
  rows: readonly ReadRow[],
  stored: readonly NewContact[],
  create: (fields: ContactFields) => NewContact,
): Promise<ImportPlan> {
  const yieldToEventLoop = createEventLoopYield();
  const targets: Target[] = [];
  const holders: Holders = new Map();
  const addTarget = (contact: NewContact, isNew: boolean): Target => {
    const target = { contact, isNew, isFilled: false };
    targets.push(target);
    return target;
  };
  const outcomes: ImportedContactRow[] = [];
  const decide = (index: number, { fields, messages }: ReadRow, keys: readonly string[]): void => {
    const seen = { row: index + 1, messages: [...messages] };
    if (!fields) {
      outcomes[index] = { ...seen, action: 'invalid', handles: [], tags: [] };
      return;
    }
    const { notes, ...read } = fields;
    const shown = { ...seen, ...read, notes: notes?.slice(0, NOTES_SHOWN_MAX).toWellFormed() ?? null };
    const match = findMatch(holders, fields, keys);
    const target = match?.target ?? addTarget(create(fields), true);
    const outcome = match ? { action: 'match', matchedOn: match.on } : { action: 'create' };
    if (match) fillIn(target, fields, holders);
    hold(holders, target, keys.length > 0 ? keys : nameKeysOf(fields));
    outcomes[index] = { ...shown, ...outcome, contactId: target.contact.id };
  };

  for (const contact of stored) {
    const keys = matchKeysOf(contact);
    hold(holders, addTarget(contact, false), [...keys, ...keys.map((key) => keyOfName(key, contact))]);
    await yieldToEventLoop();
  }
  const keyless: [number, ReadRow][] = [];
  for (const [index, row] of rows.entries()) {
    const keys = row.fields ? matchKeysOf(row.fields) : [];
    if (row.fields && keys.length === 0) keyless.push([index, row]);
    else decide(index, row, keys);
    await yieldToEventLoop();
  }
  for (const target of targets) {
    hold(holders, target, nameKeysOf(target.contact));
    await yieldToEventLoop();
  }
  for (const [index, row] of keyless) {
    decide(index, row, []);
    await yieldToEventLoop();
  }
  return { ...summarize(targets, outcomes), rows: outcomes };
}

function summarize(targets: readonly Target[], outcomes: readonly ImportedContactRow[]): Omit<ImportPlan, 'rows'> {
  const created = targets.filter(({ isNew }) => isNew).map(({ contact }) => contact);
  const filled = targets.filter(({ isNew, isFilled }) => !isNew && isFilled).map(({ contact }) => contact);
  const count = (action: string): number => outcomes.filter((outcome) => outcome.action === action).length;
  return {
    created,
    filled,
    summary: {
      rows: outcomes.length,
      toCreate: created.length,
      toUpdate: filled.length,
      duplicates: count('match'),
      invalid: count('invalid'),
    },
  };
}

function hold(holders: Holders, target: Target, keys: readonly string[]): void {
  for (const key of keys) {
    if (!holders.has(key)) holders.set(key, target);
  }
}

function findMatch(holders: Holders, fields: ContactFields, keys: readonly string[]) {
  for (const key of keys) {
    const target = holders.get(keyOfName(key, fields)) ?? holders.get(key);
    if (target) return { target, on: matchedOnOf(key) };
  }
  if (keys.length > 0) return undefined;
  const [withCompany, nameAlone] = nameKeysOf(fields);
  const target = holders.get(withCompany) ?? (fields.company === null ? holders.get(nameAlone) : undefined);
  return target && { target, on: 'name' };
}

/** Combines a key and a name, because contacts with the same key are told apart by name. */
function keyOfName(key: string, { name }: ContactFields): string {
  return `${key}\n${name.toLowerCase()}`;
}

function nameKeysOf(fields: ContactFields): [withCompany: string, nameAlone: string] {
  const nameAlone = keyOfName('name:', fields);
  return [`${nameAlone}\n${fields.company?.toLowerCase() ?? ''}`, nameAlone];
}

/** Fills in what is empty, except the keys of other contacts. */
function fillIn(target: Target, row: ContactFields, holders: Holders): void {
  const { contact } = target;
  const isFree = (keys: Partial<Pick<ContactFields, 'email' | 'phone' | 'handles'>>): boolean =>
    matchKeysOf({ email: null, phone: null, handles: [], ...keys }).every(
      (key) => (holders.get(key) ?? target) === target,
    );
  const { email, phone } = row;
  const hasNewRevenue = contact.revenue === null && row.revenue !== null;
  const filled: NewContact = {
    ...contact,
    email: contact.email ?? (isFree({ email }) ? email : null),
    phone: contact.phone ?? (isFree({ phone }) ? phone : null),
    company: contact.company ?? row.company,
    notes: contact.notes ?? row.notes,
    handles:
      contact.handles.length > 0 ? contact.handles : row.handles.filter((handle) => isFree({ handles: [handle] })),
    tags: contact.tags.length > 0 ? contact.tags : row.tags,
    ...(hasNewRevenue ? { revenue: row.revenue, currency: row.currency } : {}),
  };
  if (isDeepStrictEqual(filled, contact)) return;
  target.contact = filled;
  target.isFilled = true;
}
