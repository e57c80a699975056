import { isDeepStrictEqual } from 'node:util';
import type { ContactImportSummary, ImportedContactRow } from '@svc/proto/deal/v1/contact_service';
import type { ContactFields, NewContact } from '../contacts/contact.js';
import { matchedOnOf, matchKeysOf } from '../contacts/contact-keys.js';
import { createEventLoopYield } from '../imports/event-loop-yield.js';
import type { ReadRow } from './read-row.js';

/** Characters of notes in the answer; full notes may be longer than all other fields together. */
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

/**
 * Plans each row, in order: it belongs to the contact with its email address, else its phone number, else one
 * of its handles, whether stored or from an earlier row; a row without any of these, to the one with its name and company. Else it is a
 * new contact. A row only fills in fields, lists included, that are empty: the user's own entries take precedence over a file.
 */
export async function planImport(
  rows: readonly ReadRow[],
  stored: readonly NewContact[],
  create: (fields: ContactFields) => NewContact,
): Promise<ImportPlan> {
  const yieldToEventLoop = createEventLoopYield();
  const targets: Target[] = [];
  const holders = new Map<string, Target>();
  const addTarget = (contact: NewContact, isNew: boolean): void => {
    const target = { contact, isNew, isFilled: false };
    targets.push(target);
    hold(holders, target);
  };
  const decide = ({ fields, messages }: ReadRow, index: number): ImportedContactRow => {
    const seen = { row: index + 1, messages: [...messages] };
    if (!fields) return { ...seen, action: 'invalid', handles: [], tags: [] };
    const { notes, ...read } = fields;
    const shown = { ...seen, ...read, notes: notes?.slice(0, NOTES_SHOWN_MAX).toWellFormed() ?? null };
    const match = findMatch(holders, fields);
    if (match) {
      fillIn(match.target, fields);
      hold(holders, match.target);
      return { ...shown, action: 'match', contactId: match.target.contact.id, matchedOn: match.on };
    }
    const contact = create(fields);
    addTarget(contact, true);
    return { ...shown, action: 'create', contactId: contact.id };
  };

  for (const contact of stored) {
    addTarget(contact, false);
    await yieldToEventLoop();
  }
  const outcomes: ImportedContactRow[] = [];
  for (const [index, row] of rows.entries()) {
    outcomes.push(decide(row, index));
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

function hold(holders: Map<string, Target>, target: Target): void {
  for (const key of [...matchKeysOf(target.contact), nameKey(target.contact)]) {
    if (!holders.has(key)) holders.set(key, target);
  }
}

function findMatch(holders: ReadonlyMap<string, Target>, fields: ContactFields) {
  const keys = matchKeysOf(fields);
  for (const key of keys) {
    const target = holders.get(key);
    if (target) return { target, on: matchedOnOf(key) };
  }
  const target = keys.length === 0 ? holders.get(nameKey(fields)) : undefined;
  return target && { target, on: 'name' };
}

function nameKey({ name, company }: ContactFields): string {
  return `name:${name.toLowerCase()}\n${company?.toLowerCase() ?? ''}`;
}

function fillIn(target: Target, row: ContactFields): void {
  const { contact } = target;
  const hasNewRevenue = contact.revenue === null && row.revenue !== null;
  const filled: NewContact = {
    ...contact,
    email: contact.email ?? row.email,
    phone: contact.phone ?? row.phone,
    company: contact.company ?? row.company,
    notes: contact.notes ?? row.notes,
    handles: contact.handles.length > 0 ? contact.handles : row.handles,
    tags: contact.tags.length > 0 ? contact.tags : row.tags,
    ...(hasNewRevenue ? { revenue: row.revenue, currency: row.currency } : {}),
  };
  if (isDeepStrictEqual(filled, contact)) return;
  target.contact = filled;
  target.isFilled = true;
}
