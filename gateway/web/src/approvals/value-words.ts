import { labelOf } from '@svc/operations/schemas/field-label';
import type { Formats } from '@svc/web/shared/format';
import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import { STATUS_NAMES as DEAL_STATUSES } from '../deals/deal-texts.js';
import { DIRECTION_NAMES, PAYMENT_STATUS_NAMES } from '../payments/payment-texts.js';
import { PRIORITY_NAMES, STATUS_NAMES as TASK_STATUSES } from '../tasks/task-groups.js';

type Values = Readonly<Record<string, unknown>>;

/** The parts of an agent's call that affect its values. */
export interface AgentCall {
  readonly operation: string;
  readonly input: Values | null;
  readonly diff: readonly { readonly field: string; readonly before?: unknown; readonly after?: unknown }[] | null;
  /** Its action, with the record after a colon. */
  readonly summary: string;
}

/** Formats of the reader. */
export interface Reader {
  readonly formats: Formats;
  /** For records created without one. */
  readonly currency: string;
  /** Display names of people. */
  readonly nameOf: (userId: string) => string;
}

const MONEY = new Set(['amount', 'price', 'revenue']);
const PEOPLE = new Set(['assigneeId', 'ownerId', 'userId']);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** Operations whose amounts are in the caller's own currency. */
const IN_OWN_CURRENCY = new Set(['deals.create', 'contacts.create', 'influencers.create']);

/** Labels of enum values, by field; a status depends on the kind of record. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  platform: PLATFORM_NAMES,
  priority: PRIORITY_NAMES,
  direction: DIRECTION_NAMES,
  'deals.status': DEAL_STATUSES,
  'payments.status': PAYMENT_STATUS_NAMES,
  'tasks.status': TASK_STATUSES,
};

/** Formats the values of a call like the pages of records; others stay as they are. */
export function wordsFor(called: AgentCall, { formats, currency, nameOf }: Reader) {
  const { operation, input } = called;
  const [family = ''] = operation.split('.');
  // Fields of other servers' tools have no meaning in the product, regardless of their names.
  const isOurs = !operation.startsWith('mcp__');
  const known = currencyOf(called) ?? (IN_OWN_CURRENCY.has(operation) ? currency : undefined);
  return { valueOf, sentAmount };

  /** A value of the input, or an unformatted one of the record. */
  function valueOf(field: string, value: unknown): string {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'string') return isOurs ? textOf(field, value) : value;
    if (!isOurs) return JSON.stringify(value);
    if (typeof value === 'boolean') return value ? 'Yes' : 'No';
    if (typeof value === 'number') return numberText(field, value);
    return Array.isArray(value) ? listText(field, value) : partsText(value);
  }

  /** The input's amount in this field; undefined without one, or in an unknown currency. */
  function sentAmount(field: string): string | undefined {
    const amount = input?.[field];
    const isKnown = MONEY.has(field) && typeof amount === 'number' && known !== undefined;
    return isKnown ? formats.money(amount, known) : undefined;
  }

  function numberText(field: string, value: number): string {
    if (!MONEY.has(field)) return Number.isInteger(value) ? formats.count(value) : String(value);
    return known === undefined ? (storedText(called, field) ?? String(value)) : formats.money(value, known);
  }

  function textOf(field: string, value: string): string {
    if (UUID.test(value)) return PEOPLE.has(field) ? nameOf(value) : (recordName(called, field) ?? value);
    if (/(?:Date|At)$/.test(field) && /^\d{4}-\d{2}-\d{2}/.test(value) && !Number.isNaN(Date.parse(value))) {
      return DATE.test(value) ? formats.day(value) : formats.time(value);
    }
    return (WORDS[`${family}.${field}`] ?? WORDS[field])?.[value] ?? value;
  }

  function listText(field: string, values: readonly unknown[]): string {
    if (values.length === 0) return '–';
    const isPlain = values.every((each) => typeof each !== 'object');
    return values.map((each) => valueOf(field, each)).join(isPlain ? ', ' : '\n');
  }

  function partsText(parts: object): string {
    return Object.entries(parts)
      .map(([field, part]) => `${labelOf(field)}: ${valueOf(field, part)}`)
      .join('\n');
  }
}

function currencyOf({ input, diff }: AgentCall): string | undefined {
  const change = diff?.find(({ field }) => field === 'currency');
  const currency = input?.['currency'] ?? change?.after ?? change?.before;
  return typeof currency === 'string' && /^[A-Z]{3}$/.test(currency) ? currency : undefined;
}

/** A field's text in the stored change. */
function storedText({ diff }: AgentCall, field: string): string | undefined {
  const change = diff?.find((each) => each.field === field);
  const text = change?.after ?? change?.before;
  return typeof text === 'string' && text !== '' && !UUID.test(text) ? text : undefined;
}

/** The name of a record by id, if the call was stored with it. */
function recordName(called: AgentCall, field: string): string | undefined {
  const kind = field.replace(/Id$/, '');
  const text = storedText(called, kind) ?? (kind === 'deal' ? storedText(called, 'ofDeal') : undefined);
  const isTarget = called.operation.startsWith(`${kind}s.`);
  const [, named] = isTarget ? (/: (.+)$/s.exec(called.summary) ?? []) : [];
  return text ?? named;
}
