/** References to what a call touched, for its record: ids, names and counts. Never texts, images, paths or addresses of short links. */
export type References = Readonly<Record<string, unknown>>;

/** Derives the references of a write from its request and response. */
export type ReferencesOf = (request: unknown, answer: unknown) => References;

/** Fields of a record to keep, each with the name that it gets among the references. */
export type ReferenceNames = Readonly<Record<string, string>>;

/** The parts of a service's messages that refer to touched records. */
export interface ReferenceTable {
  /** Fields of requests and responses, under their own names; the response takes precedence. */
  readonly fields: readonly string[];
  /** Records in responses, by their field. */
  readonly records: Readonly<Record<string, ReferenceNames>>;
  /** Lists of records in responses; the first twenty are kept. */
  readonly lists?: Readonly<Record<string, readonly string[]>>;
  /** Records in responses whose numbers are summed. */
  readonly counts?: readonly string[];
}

/** Maximum bytes of a call's references as JSON. */
const BYTES_MAX = 4_096;
/** Maximum length of a name. */
const TEXT_MAX = 200;
/** Maximum records of a list. */
const ROWS_MAX = 20;

/** The references of a service's writes, by its table. Skips fields that are missing or not a single value. */
export function referencesBy({ fields, records, lists = {}, counts = [] }: ReferenceTable): ReferencesOf {
  const own = sameNames(fields);
  return (request, answer) => {
    const members = recordOf(answer);
    const named = Object.entries(records).map(([member, names]) => pickReferences(members[member], names));
    const listed = Object.entries(lists).flatMap(([member, names]) => {
      const rows: unknown = members[member];
      if (!Array.isArray(rows)) return [];
      return [[member, rows.slice(0, ROWS_MAX).map((row) => pickReferences(row, sameNames(names)))] as const];
    });
    const counted = counts.flatMap((member) =>
      isRecord(members[member]) ? [[member, numbersOf(members[member])] as const] : [],
    );
    return Object.assign(
      pickReferences(request, own),
      pickReferences(answer, own),
      ...named,
      Object.fromEntries([...counted, ...listed]),
    ) as References;
  };
}

/** JSON of the references, of at most 4 KB: lists are shortened until it fits, and anything still too large is dropped. */
export function referencesJson(references: References): string {
  const json = JSON.stringify(references);
  if (Buffer.byteLength(json) <= BYTES_MAX) return json;
  const cut = Object.entries(references).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return [[name, value] as const];
    const kept: unknown[] = value.slice(0, Math.floor(value.length / 2));
    return kept.length === 0 ? [] : [[name, kept] as const];
  });
  const isSmaller = Object.values(references).some(Array.isArray);
  return isSmaller ? referencesJson(Object.fromEntries(cut)) : '{}';
}

function pickReferences(record: unknown, names: ReferenceNames): Record<string, string | number | boolean> {
  const fields = recordOf(record);
  const picked: Record<string, string | number | boolean> = {};
  for (const [field, name] of Object.entries(names)) {
    const value = fields[field];
    if (typeof value === 'string' && value !== '') picked[name] = value.slice(0, TEXT_MAX);
    else if (typeof value === 'number' || typeof value === 'boolean') picked[name] = value;
  }
  return picked;
}

function numbersOf(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => typeof value === 'number'));
}

function sameNames(fields: readonly string[]): ReferenceNames {
  return Object.fromEntries(fields.map((field) => [field, field]));
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
