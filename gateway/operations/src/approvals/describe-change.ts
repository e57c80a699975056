import type { Operation } from '../define-operation.js';
import { parseInput } from '@svc/chassis/http/parse-input';
import { versionOf } from '@svc/chassis/http/operation-answer';
import { notFound } from '@svc/chassis/errors/app-error';
import type { FieldChange, OperationContext } from '../operation-context.js';
import { NOT_SHOWN } from '../schemas/not-shown.js';

/** What a call would change, as its caller sees it. */
export interface ChangeDescription {
  /** Of the record that it changes; undefined when it changes none that is there. */
  readonly expectedVersion: number | undefined;
  readonly summary: string;
  readonly diff: readonly FieldChange[];
}

type Fields = Readonly<Record<string, unknown>>;

const SUMMARY_MAX = 500;
const VALUE_MAX = 500;
const FIELDS_MAX = 50;
/** Rows of a list that are read at once, and how often, to find the one that would change. */
const PAGE = 200;
const PAGES_MAX = 25;
/** What a record is called by, the best first. */
const NAMES = ['name', 'title', 'url', 'targetUrl', 'shortId', 'sourceUrl', 'value', 'amount', 'id'];
/** Fields that say nothing to a person who is to decide. */
const UNTOLD = new Set(['id', 'version', 'createdAt', 'updatedAt', 'access', 'ownerId', 'dealId']);

/**
 * Says what a call with this input would change: the record's version, a line for the user, and each field before and after. Reads
 * the record as the caller sees it; rejects as that read does.
 */
export async function describeChange(
  operation: Operation,
  input: Fields,
  context: OperationContext,
  reader: Operation | undefined,
): Promise<ChangeDescription> {
  const record = operation.target && reader ? await readTarget(operation.target, reader, input, context) : undefined;
  const keys = new Set([...(operation.target?.by ?? []), operation.target?.item ?? '']);
  const given = Object.entries(input).filter(([field]) => !keys.has(field));
  const diff = operation.preview
    ? (await operation.preview(input, context)).map(shownChange)
    : operation.destructive
      ? losses(record ?? {})
      : changes(given, record ?? {});
  const name = nameOf(record ?? input);
  const summary = (name === undefined ? operation.summary : `${operation.summary}: ${name}`).slice(0, SUMMARY_MAX);
  return { expectedVersion: versionOf(record), summary, diff: bounded(diff) };
}

async function readTarget(
  { by, item }: NonNullable<Operation['target']>,
  reader: Operation,
  input: Fields,
  context: OperationContext,
): Promise<Fields> {
  const keys = Object.fromEntries(by.map((name) => [name, input[name]]));
  if (item === undefined) return read(reader, keys, context);
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const { items } = (await read(reader, { ...keys, limit: PAGE, offset: page * PAGE }, context)) as {
      readonly items: readonly Fields[];
    };
    const found = items.find(({ id }) => id === input[item]);
    if (found) return found;
    if (items.length < PAGE) break;
  }
  throw notFound('record');
}

async function read(reader: Operation, input: Fields, context: OperationContext): Promise<Fields> {
  const result = await reader.run(parseInput(reader.input, input), context);
  return reader.output?.parse(result) as Fields;
}

function changes(given: readonly (readonly [string, unknown])[], record: Fields): FieldChange[] {
  return given
    .filter(([field, after]) => JSON.stringify(after) !== JSON.stringify(record[field]))
    .map(([field, after]) => shownChange({ field, before: record[field] ?? null, after: after ?? null }));
}

/** What goes with a record. Its parts that are no values are counted, as nobody could read them. */
function losses(record: Fields): FieldChange[] {
  const told = Object.entries(record).filter(([field, value]) => !UNTOLD.has(field) && !isNothing(value));
  const values = told.filter(([, value]) => isValue(value));
  const shownValues = values.map(([field, before]) => shownChange({ field, before, after: null }));
  const rest = told.length - values.length;
  return rest === 0 ? shownValues : [...shownValues, { field: NOT_SHOWN, before: rest, after: null }];
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function isValue(value: unknown): boolean {
  return Array.isArray(value) ? value.every((item) => typeof item !== 'object') : typeof value !== 'object';
}

/** As many fields as there is room for; the last one says how many more there are. */
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

function nameOf(record: Fields): string | undefined {
  const field = NAMES.find((name) => typeof record[name] === 'string' || typeof record[name] === 'number');
  return field === undefined ? undefined : String(record[field]);
}
