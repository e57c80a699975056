import { labelOf } from '@svc/operations/schemas/field-label';
import { type Reader, wordsFor } from '../../approvals/value-words.js';
import { showHidden } from '../show-hidden.js';

type Fields = Readonly<Record<string, unknown>>;

/** The page of a record. */
export interface ResultLink {
  readonly kind: 'deal' | 'contact' | 'influencer' | 'link' | 'screenshot' | 'task';
  readonly id: string;
}

interface ResultRow {
  readonly name: string;
  readonly link: ResultLink | undefined;
  /** The texts of the columns. */
  readonly cells: readonly string[];
}

interface ResultField {
  readonly label: string;
  readonly text: string;
}

/** A result of a tool as records: several with a few columns, or one with its fields. */
export type ReadResult =
  | {
      readonly kind: 'list';
      readonly columns: readonly string[];
      readonly rows: readonly ResultRow[];
      /** The number of all records; at least that of the rows. */
      readonly total: number;
    }
  | {
      readonly kind: 'record';
      readonly link: ResultLink | undefined;
      readonly fields: readonly ResultField[];
      /** Whether the record has parts that are only in its raw form. */
      readonly hasMore: boolean;
    };

/** Fields that can name a record, best first. */
const NAMES = [
  'name',
  'title',
  'dealName',
  'videoTitle',
  'videoUrl',
  'url',
  'shortId',
  'reference',
  'content',
  'action',
];
/** Fields worth a column, best first. */
const COLUMNS = (
  'status type kind platform brand value amount price dueDate nextDueDate postDate checkedAt totalViews clicks ' +
  'priority email snippet createdAt'
).split(' ');
const COLUMNS_MAX = 3;
const ROWS_MAX = 50;
/** Maximum length of a text in a cell. */
const CELL_MAX = 200;
/** Fields that say nothing to a reader. */
const OMITTED = new Set(['id', 'version', 'access', 'degraded', 'notice', 'limit', 'offset', 'nextPageToken']);
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const OF_FAMILY: Readonly<Record<string, ResultLink['kind']>> = {
  deals: 'deal',
  contacts: 'contact',
  influencers: 'influencer',
  short_links: 'link',
  screenshots: 'screenshot',
  tasks: 'task',
};
/** Operations whose records are those that their family is named for. */
const OF_RECORDS = /\.(?:list|get|create|update|complete|create_photo|upload|reserve|capture)$/;

/** The records in the result of one of the product's tools; undefined for anything else, which is only raw. */
export function readResult(operation: string, output: unknown, reader: Reader): ReadResult | undefined {
  if (operation.startsWith('mcp__') || !isFields(output)) return undefined;
  const { items, total } = output;
  if (!Array.isArray(items)) return recordIn(operation, output, reader);
  const records = items.filter(isFields);
  if (records.length < items.length) return undefined;
  const columns = COLUMNS.filter((field) => records.some((record) => isScalar(record[field]))).slice(0, COLUMNS_MAX);
  const rows = records.slice(0, ROWS_MAX).map((record): ResultRow => {
    const textOf = textsOf(operation, record, reader);
    return {
      name: nameIn(record, textOf),
      link: linkTo(operation, record),
      cells: columns.map((field) => cut(textOf(field))),
    };
  });
  const all = typeof total === 'number' ? Math.max(total, rows.length) : records.length;
  return { kind: 'list', columns: columns.map((field) => showHidden(labelOf(field))), rows, total: all };
}

function recordIn(operation: string, record: Fields, reader: Reader): ReadResult | undefined {
  const fields = fieldsIn(operation, record, reader);
  const hasMore = Object.entries(record).some(([field, value]) => !OMITTED.has(field) && isNested(value));
  return fields.length === 0 ? undefined : { kind: 'record', link: linkTo(operation, record), fields, hasMore };
}

/** The fields of a record or an input in words, without ids, empty fields and nested ones. */
export function fieldsIn(operation: string, record: unknown, reader: Reader): readonly ResultField[] {
  if (!isFields(record)) return [];
  const textOf = textsOf(operation, record, reader);
  return Object.keys(record)
    .filter((field) => !OMITTED.has(field))
    .map((field) => ({ label: field === 'q' ? 'Search' : showHidden(labelOf(field)), text: textOf(field) }))
    .filter(({ text }) => text !== '–');
}

/** Formats fields of a record; a dash for what is empty, nested, or an unnamed id. */
function textsOf(operation: string, record: Fields, reader: Reader): (field: string) => string {
  const { valueOf } = wordsFor({ operation, input: record, diff: null, summary: '' }, reader);
  return (field) => {
    const value = record[field];
    if (value === undefined || isNested(value)) return '–';
    const text = valueOf(field, value);
    return UUID.test(text) ? '–' : showHidden(text);
  };
}

function nameIn(record: Fields, textOf: (field: string) => string): string {
  const field = NAMES.find((name) => typeof record[name] === 'string' && record[name] !== '');
  return field === undefined ? 'Unnamed' : cut(textOf(field));
}

function linkTo(operation: string, record: Fields): ResultLink | undefined {
  const [family = ''] = operation.split('.');
  const type = operation === 'context.search' ? String(record['type']) : family;
  const kind = OF_FAMILY[type];
  const isOwn = operation === 'context.search' || OF_RECORDS.test(operation);
  if (kind !== undefined && isOwn && isId(record['id'])) return { kind, id: record['id'] };
  return isId(record['dealId']) ? { kind: 'deal', id: record['dealId'] } : undefined;
}

function cut(text: string): string {
  return text.length <= CELL_MAX ? text : `${text.slice(0, CELL_MAX)}…`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

function isScalar(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'object' && !isId(value);
}

/** Whether a value is an object, or a list of them. */
function isNested(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isNested) : typeof value === 'object' && value !== null;
}
