import type { Operation } from '../define-operation.js';
import { parseInput } from '@svc/chassis/http/parse-input';
import { versionOf } from '@svc/chassis/http/operation-answer';
import { notFound } from '@svc/chassis/errors/app-error';
import type { OperationContext } from '../operation-context.js';

/** One field of a change. Texts are shown up to 500 characters. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

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
  const diff = operation.destructive ? losses(record ?? {}) : changes(given, record ?? {});
  const name = nameOf(record ?? input);
  const summary = (name === undefined ? operation.summary : `${operation.summary}: ${name}`).slice(0, SUMMARY_MAX);
  return { expectedVersion: versionOf(record), summary, diff: diff.slice(0, FIELDS_MAX) };
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
    .map(([field, after]) => ({ field, before: shown(record[field] ?? null), after: shown(after ?? null) }));
}

function losses(record: Fields): FieldChange[] {
  return Object.entries(record)
    .filter(([field, before]) => !UNTOLD.has(field) && before !== null && typeof before !== 'object')
    .map(([field, before]) => ({ field, before: shown(before), after: null }));
}

function shown(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length <= VALUE_MAX) return value ?? null;
  return `${text.slice(0, VALUE_MAX)}…`;
}

function nameOf(record: Fields): string | undefined {
  const field = NAMES.find((name) => typeof record[name] === 'string' || typeof record[name] === 'number');
  return field === undefined ? undefined : String(record[field]);
}
