import { isDeepStrictEqual } from 'node:util';
import type { ContactImportSummary, ImportedContactRow } from '@svc/proto/deal/v1/contact_service';
import type { ContactFields, NewContact } from '../contacts/contact.js';
import { matchedOnOf, matchKeysOf } from '../contacts/contact-keys.js';
import type { ReadRow } from './read-row.js';

export interface ImportPlan {
  readonly created: readonly NewContact[];
  /** Contacts that were there, with what they lacked. */
  readonly filled: readonly NewContact[];
  readonly rows: readonly ImportedContactRow[];
  readonly summary: ContactImportSummary;
}

/** A contact as it is, and will be. */
interface Target {
  contact: NewContact;
  readonly isNew: boolean;
  isFilled: boolean;
}

/**
 * Decides about each row, in their order: it belongs to the contact that has its e-mail address, else its phone number, else one
 * of its handles, be it stored or of a row before; a row without any of these, to the one with its name and company. Else it is a
 * new contact. A row only fills in fields, lists included, that are empty: what somebody has entered is worth more than a file.
 */
export function planImport(
  rows: readonly ReadRow[],
  stored: readonly NewContact[],
  create: (fields: ContactFields) => NewContact,
): ImportPlan {
  const targets: Target[] = stored.map((contact) => ({ contact, isNew: false, isFilled: false }));
  const holders = new Map<string, Target>();
  for (const target of targets) hold(holders, target);

  const outcomes = rows.map(({ fields, messages }, index): ImportedContactRow => {
    const seen = { row: index + 1, messages: [...messages] };
    if (!fields) return { ...seen, action: 'invalid', handles: [], tags: [] };
    const { name, email, phone, company, handles, tags } = fields;
    const shown = { ...seen, name, email, phone, company, handles, tags };
    const match = findMatch(holders, fields);
    if (match) {
      fillIn(match.target, fields);
      hold(holders, match.target);
      return { ...shown, action: 'match', contactId: match.target.contact.id, matchedOn: match.on };
    }
    const target = { contact: create(fields), isNew: true, isFilled: false };
    targets.push(target);
    hold(holders, target);
    return { ...shown, action: 'create', contactId: target.contact.id };
  });

  const created = targets.filter(({ isNew }) => isNew).map(({ contact }) => contact);
  const filled = targets.filter(({ isNew, isFilled }) => !isNew && isFilled).map(({ contact }) => contact);
  const count = (action: string): number => outcomes.filter((outcome) => outcome.action === action).length;
  return {
    created,
    filled,
    rows: outcomes,
    summary: {
      rows: rows.length,
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
