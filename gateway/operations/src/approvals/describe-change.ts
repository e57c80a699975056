import { forbidden, notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import { parseInput } from '@svc/chassis/schemas/parse-input';
import { namesInPath } from '@svc/http-host/http/http-operation';
import { versionOf } from '@svc/http-host/http/operation-answer';
import type { Operation } from '../registry/define-operation.js';
import type { FieldChange, OperationContext } from '../run/operation-context.js';
import { NOT_SHOWN } from '../schemas/not-shown.js';
import { type Fields, inWords, isNamed, nameOf, readIfSeen, type ReadRecord, withNames } from './change-words.js';

/** Operation that reads a deal. */
const DEAL_READER = 'deals.get';

/** The change that a call would make, limited to what its caller may see. */
export interface ChangeDescription {
  /** Version of the changed record; undefined when no existing record changes. */
  readonly expectedVersion: number | undefined;
  readonly summary: string;
  readonly diff: readonly FieldChange[];
  /** Whether summary and diff reveal record contents beyond the caller's input. */
  readonly revealsRecords: boolean;
  /** The record, if the call is an update whose values it already has. */
  readonly unchanged: Fields | undefined;
}

const SUMMARY_MAX = 500;
const VALUE_MAX = 500;
const FIELDS_MAX = 50;

/** Page size and maximum pages to read when looking for the changed item. */
const PAGE = 200;
const PAGES_MAX = 25;

/** Fields that tell the user who decides about a deletion nothing: technical ones, and those that other fields imply. */
const OMITTED = new Set([
  'id',
  'version',
  'createdAt',
  'updatedAt',
  'access',
  'ownerId',
  'dealId',
  'dealName',
  'kind',
  'currency',
  'nextDueDate',
  'pace',
  'canChangeStatus',
  'originalUrl',
  'canonicalKey',
  'platformVideoId',
  'needsResolution',
  'shortId',
  'targetHost',
  'isActive',
  'isFlagged',
  'switchedOffByAdmin',
]);

/**
 * Describes what a call with this input would change: the record's version, a summary for the user, and each field before and after. Reads
 * the record and its deal as the caller. Rejects as those reads do, with FORBIDDEN when the caller does not own them, with VERSION_CONFLICT when
 * the caller has seen another version, and with VALIDATION_ERROR for a linked record that the caller cannot see, so that users are not asked to
 * approve such a change.
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
  const expectedVersion = versionOf(record);
  if (expectedVersion !== undefined) checkVersion(expectedVersion, context.expectedVersion);
  const diff = operation.preview
    ? (await operation.preview(input, context)).map(shownChange)
    : [
        ...(await changesOf(operation, input, record, { deal: deal?.record, read })),
        ...dealChange(operation, deal?.record),
      ];
  const texts = [nameOf(record ?? withCurrency(input, deal?.record)), deal && `deal ${nameOf(deal.record)}`];
  const name = texts.filter((text) => text !== undefined).join(', ');
  const summary = (name === '' ? operation.summary : `${operation.summary}: ${name}`).slice(0, SUMMARY_MAX);
  const revealsRecords = record !== undefined || deal !== undefined || diff.some(({ field }) => isNamed(field));
  const unchanged = record && isNoChange(operation, input, record) ? record : undefined;
  return { expectedVersion, summary, diff: bounded(diff), revealsRecords, unchanged };
}

interface Surroundings {
  /** The deal that the record belongs to. */
  readonly deal: Fields | undefined;
  readonly read: ReadRecord;
}

/** Returns the changed fields, formatted for users. */
async function changesOf(
  operation: Operation,
  input: Fields,
  record: Fields | undefined,
  { deal, read }: Surroundings,
): Promise<FieldChange[]> {
  const raw = operation.destructive ? losses(record ?? {}) : changes(requested(operation, input), record ?? {});
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

/** Returns the sent fields that do not identify the record. */
function requested({ target, http }: Operation, input: Fields): readonly (readonly [string, unknown])[] {
  const keys = new Set([...(target?.by ?? []), target?.item ?? '', ...namesInPath(http.path)]);
  return Object.entries(input).filter(([field]) => !keys.has(field));
}

/** Whether the call updates fields of the record that all have the sent values. A field that the record does not show counts as changed. */
function isNoChange(operation: Operation, input: Fields, record: Fields): boolean {
  const fields = requested(operation, input);
  const isUpdate = !operation.destructive && [operation.http.method].flat().includes('PATCH');
  return isUpdate && fields.length > 0 && changes(fields, record).length === 0;
}

/** Reads the deal that the call concerns besides its record, and whether only its owner may make the call; undefined without one. */
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

/** Throws FORBIDDEN for a record shared read-only with the caller. */
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
  if (!reader) throw new Error('No operation reads this record.');
  const result = await reader.run(parseInput(reader.input, input), context);
  return reader.output?.parse(result) as Fields;
}

function changes(fields: readonly (readonly [string, unknown])[], record: Fields): FieldChange[] {
  return fields
    .filter(([field, after]) => JSON.stringify(after) !== JSON.stringify(record[field]))
    .map(([field, after]) => ({ field, before: record[field] ?? null, after: after ?? null }));
}

/** Returns the fields deleted along with a record. Nested values are unreadable, so they are only counted. */
function losses(record: Fields): FieldChange[] {
  const listed = Object.entries(record).filter(([field, value]) => !OMITTED.has(field) && !isNothing(value));
  const values = listed.filter(([, value]) => isValue(value));
  const gone = values.map(([field, before]) => ({ field, before, after: null }));
  const rest = listed.length - values.length;
  return rest === 0 ? gone : [...gone, { field: NOT_SHOWN, before: rest, after: null }];
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isValue(value: unknown): boolean {
  return Array.isArray(value) ? value.every((item) => typeof item !== 'object') : typeof value !== 'object';
}

/** Limits the number of fields; the last entry counts those left out. */
function bounded(diff: readonly FieldChange[]): readonly FieldChange[] {
  if (diff.length <= FIELDS_MAX) return diff;
  const [listed, counted] = [diff.slice(0, FIELDS_MAX - 1), diff.find(({ field }) => field === NOT_SHOWN)];
  const already = Number(counted?.before ?? 0) - (counted ? 1 : 0);
  return [...listed, { field: NOT_SHOWN, before: diff.length - listed.length + already, after: null }];
}

function shownChange({ field, before, after }: FieldChange): FieldChange {
  return { field, before: shown(before), after: shown(after) };
}

function shown(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length <= VALUE_MAX) return value ?? null;
  return `${text.slice(0, VALUE_MAX)}… (${text.length} characters in all)`;
}
