import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import { namesInPath } from '@svc/http-host/http/http-operation';
import { versionOf } from '@svc/http-host/http/operation-answer';
import { parseInput } from '@svc/chassis/schemas/parse-input';
import type { Operation } from '../define-operation.js';
import type { FieldChange, OperationContext } from '../operation-context.js';
import { NOT_SHOWN } from '../schemas/not-shown.js';
import { inWords, isNamed, nameOf, readIfSeen, withNames, type Fields, type ReadRecord } from './change-words.js';

/** The operation that reads a deal. */
const DEAL_READER = 'deals.get';

/** What a call would change, as its caller sees it. */
export interface ChangeDescription {
  /** Version of the record that it changes; undefined when it changes no existing one. */
  readonly expectedVersion: number | undefined;
  readonly summary: string;
  readonly diff: readonly FieldChange[];
  /** Whether summary and fields reveal contents of records, beyond the caller's input. */
  readonly tellsRecords: boolean;
}

const SUMMARY_MAX = 500;
const VALUE_MAX = 500;
const FIELDS_MAX = 50;

/** Rows of a page, and pages that are read at most, to find the row that would change. */
const PAGE = 200;
const PAGES_MAX = 25;

/** Fields that mean nothing to the user who decides. */
const UNTOLD = new Set(['id', 'version', 'createdAt', 'updatedAt', 'access', 'ownerId', 'dealId']);

/**
 * Says what a call with this input would change: the record's version, a line for the user, and each field before and after. Reads
 * the record, and the deal that it belongs to, as the caller sees them; rejects as these reads do, and with FORBIDDEN for a caller to
 * whom they do not belong: users are never asked to approve what cannot be done.
 */
export async function describeChange(
  operation: Operation,
  input: Fields,
  context: OperationContext,
  find: (name: string | undefined) => Operation | undefined,
): Promise<ChangeDescription> {
  const read: ReadRecord = (name, keys) => readWith(find(name), keys, context);
  const { target } = operation;
  const record = target && find(target.read) ? await readTarget(target, input, read) : undefined;
  const deal = await readDeal(operation, input, record, read);
  [record, deal?.isOwner ? deal.record : undefined].forEach(checkOwned);
  const diff = operation.preview
    ? (await operation.preview(input, context)).map(shownChange)
    : [
        ...(await changesOf(operation, input, record, { deal: deal?.record, read })),
        ...dealChange(operation, deal?.record),
      ];
  const texts = [nameOf(record ?? withCurrency(input, deal?.record)), deal && `deal ${nameOf(deal.record)}`];
  const name = texts.filter((text) => text !== undefined).join(', ');
  const summary = (name === '' ? operation.summary : `${operation.summary}: ${name}`).slice(0, SUMMARY_MAX);
  const tellsRecords = record !== undefined || deal !== undefined || diff.some(({ field }) => isNamed(field));
  return { expectedVersion: versionOf(record), summary, diff: bounded(diff), tellsRecords };
}

interface Surroundings {
  /** The deal that the record belongs to. */
  readonly deal: Fields | undefined;
  readonly read: ReadRecord;
}

/** What happens to the fields, in words. */
async function changesOf(
  { target, destructive, http }: Operation,
  input: Fields,
  record: Fields | undefined,
  { deal, read }: Surroundings,
): Promise<FieldChange[]> {
  const keys = new Set([...(target?.by ?? []), target?.item ?? '', ...namesInPath(http.path)]);
  const given = Object.entries(input).filter(([field]) => !keys.has(field));
  const raw = destructive ? losses(record ?? {}) : changes(given, record ?? {});
  const before = record?.['currency'];
  const after = input['currency'] ?? before ?? deal?.['currency'];
  const named = await Promise.all(raw.map((change) => withNames(change, read)));
  return named.map((change) =>
    shownChange({
      field: change.field,
      before: inWords(change.field, change.before, before),
      after: inWords(change.field, change.after, after),
    }),
  );
}

/** The deal that the call is about beside its record, and whether only its owner may make it; undefined without one. */
async function readDeal({ http, target }: Operation, input: Fields, record: Fields | undefined, read: ReadRecord) {
  if (target?.read === DEAL_READER) return undefined;
  if (namesInPath(http.path).has('dealId')) {
    return { record: await read(DEAL_READER, { dealId: input['dealId'] }), isOwner: true };
  }
  const dealId = record?.['dealId'];
  const found = typeof dealId === 'string' ? await readIfSeen(read, DEAL_READER, { dealId }) : undefined;
  return found && { record: found, isOwner: false };
}

function dealChange({ destructive }: Operation, deal: Fields | undefined): FieldChange[] {
  if (!deal) return [];
  const name = nameOf(deal);
  return [{ field: 'ofDeal', before: name, after: destructive ? null : name }];
}

function withCurrency(input: Fields, deal: Fields | undefined): Fields {
  return { currency: deal?.['currency'], ...input };
}

/** Throws FORBIDDEN for a record that the caller only sees. */
function checkOwned(record: Fields | undefined): void {
  const { access } = record ?? {};
  if (typeof access === 'object' && access !== null && 'canEdit' in access && access.canEdit === false) {
    throw forbidden('Only the owner may do this, and this is shared with the user to look at. Ask its owner to do it.');
  }
}

async function readTarget(
  { by, item, read: reader }: NonNullable<Operation['target']>,
  input: Fields,
  read: ReadRecord,
): Promise<Fields> {
  const keys = Object.fromEntries(by.map((name) => [name, input[name]]));
  if (item === undefined) return read(reader, keys);
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { items } = (await read(reader, { ...keys, limit: PAGE, offset: page * PAGE })) as {
      readonly items: readonly Fields[];
    };
    const found = items.find(({ id }) => id === input[item]);
    if (found) return found;
    if (items.length < PAGE) break;
  }
  throw notFound('record');
}

async function readWith(reader: Operation | undefined, input: Fields, context: OperationContext): Promise<Fields> {
  if (!reader) throw new Error('Nothing reads this record.');
  const result = await reader.run(parseInput(reader.input, input), context);
  return reader.output?.parse(result) as Fields;
}

function changes(given: readonly (readonly [string, unknown])[], record: Fields): FieldChange[] {
  return given
    .filter(([field, after]) => JSON.stringify(after) !== JSON.stringify(record[field]))
    .map(([field, after]) => ({ field, before: record[field] ?? null, after: after ?? null }));
}

/** What is deleted along with a record. Parts that are not plain values are only counted, because they are unreadable. */
function losses(record: Fields): FieldChange[] {
  const told = Object.entries(record).filter(([field, value]) => !UNTOLD.has(field) && !isNothing(value));
  const values = told.filter(([, value]) => isValue(value));
  const gone = values.map(([field, before]) => ({ field, before, after: null }));
  const rest = told.length - values.length;
  return rest === 0 ? gone : [...gone, { field: NOT_SHOWN, before: rest, after: null }];
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isValue(value: unknown): boolean {
  return Array.isArray(value) ? value.every((item) => typeof item !== 'object') : typeof value !== 'object';
}

/** At most as many fields as fit; the last one says how many are left out. */
function bounded(diff: readonly FieldChange[]): readonly FieldChange[] {
  if (diff.length <= FIELDS_MAX) return diff;
  const [told, counted] = [diff.slice(0, FIELDS_MAX - 1), diff.find(({ field }) => field === NOT_SHOWN)];
  const already = Number(counted?.before ?? 0) - (counted ? 1 : 0);
  return [...told, { field: NOT_SHOWN, before: diff.length - told.length + already, after: null }];
}

function shownChange({ field, before, after }: FieldChange): FieldChange {
  return { field, before: shown(before), after: shown(after) };
}

function shown(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length <= VALUE_MAX) return value ?? null;
  return `${text.slice(0, VALUE_MAX)}… (${text.length} characters in all)`;
}
