import { randomBytes } from 'node:crypto';

/** Reason why a request does not count as a click; '' when it does. */
export type Exclusion = '' | 'bot' | 'head' | 'prefetch';

export type Device = 'desktop' | 'mobile' | 'tablet' | 'tv' | 'other';

/**
 * A batch of events, column by column: index `i` of every column belongs to event `i`. Both the stream (as JSON) and the insert use the columns
 * directly, so that no event needs its own object.
 */
export interface ClickBatch {
  /** A UUID without its last eight digits, which are the event's index: see `eventIdsOf`. */
  readonly id: string;
  /** Milliseconds since the epoch. */
  readonly times: number[];
  readonly linkIds: string[];
  /** Number of requests that the event represents. */
  readonly weights: number[];
  /** '' when there is none. */
  readonly referrerHosts: string[];
  /** ISO 3166-1 alpha-2; '' when unknown. */
  readonly countries: string[];
  readonly devices: Device[];
  readonly browsers: string[];
  readonly exclusions: Exclusion[];
  /** 16 bytes in hex; '' for requests that are not clicks and for unknown visitors. */
  readonly visitorHashes: string[];
}

/** Maximum events of a batch. */
export const BATCH_EVENTS_MAX = 1_000;

export function createBatch(): ClickBatch {
  return {
    id: newBatchId(),
    times: [],
    linkIds: [],
    weights: [],
    referrerHosts: [],
    countries: [],
    devices: [],
    browsers: [],
    exclusions: [],
    visitorHashes: [],
  };
}

/** Ids of a batch's events: stable across retries, so that duplicate events are recognized. */
export function eventIdsOf(batch: ClickBatch): string[] {
  return batch.times.map((_, place) => batch.id + place.toString(16).padStart(8, '0'));
}

/** 90 random bits as a UUID of version 8 (RFC 9562, section 5.8). */
function newBatchId(): string {
  const hex = randomBytes(12).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
}
