import { z } from 'zod';
import { BATCH_EVENTS_MAX, type ClickBatch, type Device, type Exclusion } from '../click-batch.js';
import { EVENTS_FIELD } from '../click-stream.js';

/** An entry of a stream: fields and values alternate. */
export interface StreamEntry {
  readonly id: string;
  readonly fields: readonly string[];
}

const Entries = z.array(z.tuple([z.string(), z.array(z.string()).nullable()]));
const Read = z.tuple([z.tuple([z.string(), Entries])]).nullable();
const Claimed = z.tuple([z.string(), Entries], z.unknown());

/** Validates a whole column in one function: a schema for each value would cost more than storing the values. */
const column = <Value>(isValue: (value: Value) => boolean) =>
  z.custom<Value[]>(
    (values) =>
      Array.isArray(values) && values.length > 0 && values.length <= BATCH_EVENTS_MAX && values.every(isValue),
  );
const textColumn = <Value extends string = string>(form: RegExp) =>
  column<Value>((value) => typeof value === 'string' && form.test(value));
const integerColumn = (min: number, max: number) =>
  column<number>((value) => Number.isInteger(value) && value >= min && value <= max);

/** Milliseconds from 1970 to the year 9900; the database supports all times between. */
const TIME_MAX = 250_000_000_000_000;
const INTEGER_MAX = 2_147_483_647;

const Batch = z
  .object({
    id: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){4}$/),
    times: integerColumn(0, TIME_MAX),
    linkIds: textColumn(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
    weights: integerColumn(1, INTEGER_MAX),
    referrerHosts: textColumn(/^[^\0]{0,253}$/),
    countries: textColumn(/^([A-Z]{2})?$/),
    devices: textColumn<Device>(/^(desktop|mobile|tablet|tv|other)$/),
    browsers: textColumn(/^[^\0]{0,100}$/),
    exclusions: textColumn<Exclusion>(/^(bot|head|prefetch)?$/),
    visitorHashes: textColumn(/^([0-9a-f]{32})?$/),
  })
  .refine(
    (batch) =>
      new Set(Object.values(batch).map((value) => (Array.isArray(value) ? value.length : batch.times.length))).size ===
      1,
  )
  .refine(({ visitorHashes, exclusions }) =>
    visitorHashes.every((hash, place) => hash === '' || exclusions[place] === ''),
  );

/** The entries in a reply of `xreadgroup` for one stream. */
export function readEntries(reply: unknown): StreamEntry[] {
  return toEntries(Read.parse(reply)?.[0][1] ?? []);
}

/** The entries in a reply of `xautoclaim`, and the start of the next call. */
export function readClaimed(reply: unknown): { next: string; entries: StreamEntry[] } {
  const [next, entries] = Claimed.parse(reply);
  return { next, entries: toEntries(entries) };
}

/** The batch in an entry; undefined for an invalid one. */
export function parseEntry({ fields }: StreamEntry): ClickBatch | undefined {
  const [field, value] = fields;
  if (field !== EVENTS_FIELD || value === undefined) return undefined;
  return Batch.safeParse(parseJson(value)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Skips entries without fields, which were deleted after their delivery. */
function toEntries(entries: z.output<typeof Entries>): StreamEntry[] {
  return entries.flatMap(([id, fields]) => (fields ? [{ id, fields }] : []));
}
