import { z } from 'zod';
import { BATCH_EVENTS_MAX, type ClickBatch } from './click-batch.js';
import { EVENTS_FIELD } from './click-stream.js';

/** An entry of a stream; its fields and their values take turns. */
export interface StreamEntry {
  readonly id: string;
  readonly fields: readonly string[];
}

const Entries = z.array(z.tuple([z.string(), z.array(z.string()).nullable()]));
const Read = z.tuple([z.tuple([z.string(), Entries])]).nullable();
const Claimed = z.tuple([z.string(), Entries], z.unknown());

const column = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(BATCH_EVENTS_MAX);

/** Milliseconds from 1970 to the year 9900; the database knows all times between. */
const Time = z.int().min(0).max(250_000_000_000_000);

const Batch = z
  .object({
    id: z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){4}$/),
    times: column(Time),
    linkIds: column(z.guid()),
    weights: column(z.int32().min(1)),
    referrerHosts: column(z.string().regex(/^[^\0]{0,253}$/)),
    countries: column(z.string().regex(/^([A-Z]{2})?$/)),
    devices: column(z.enum(['desktop', 'mobile', 'tablet', 'tv', 'other'])),
    browsers: column(z.string().regex(/^[^\0]{0,100}$/)),
    exclusions: column(z.enum(['', 'bot', 'head', 'prefetch'])),
    visitorHashes: column(z.string().regex(/^([0-9a-f]{32})?$/)),
  })
  .refine(
    (batch) =>
      new Set(Object.values(batch).map((value) => (Array.isArray(value) ? value.length : batch.times.length))).size ===
      1,
  )
  .refine(({ visitorHashes, exclusions }) =>
    visitorHashes.every((hash, place) => hash === '' || exclusions[place] === ''),
  );

/** The entries that `xreadgroup` of one stream answered. */
export function readEntries(reply: unknown): StreamEntry[] {
  return toEntries(Read.parse(reply)?.[0][1] ?? []);
}

/** The entries that `xautoclaim` answered, and where the next one has to begin. */
export function readClaimed(reply: unknown): { next: string; entries: StreamEntry[] } {
  const [next, entries] = Claimed.parse(reply);
  return { next, entries: toEntries(entries) };
}

/** The batch that an entry holds; undefined when it holds none. */
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

/** An entry without fields was deleted after it had been delivered. */
function toEntries(entries: z.output<typeof Entries>): StreamEntry[] {
  return entries.flatMap(([id, fields]) => (fields ? [{ id, fields }] : []));
}
