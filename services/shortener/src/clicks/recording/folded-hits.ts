import { BATCH_EVENTS_MAX, type ClickBatch, createBatch, type Exclusion } from '../click-batch.js';
import { exclusionOf, type Hit } from './batch-hits.js';
import { classifyUserAgent } from './user-agent.js';

const QUARTER_HOUR_MS = 900_000;

interface Counter {
  readonly linkId: string;
  readonly exclusion: Exclusion;
  /** Time of the newest hit. */
  time: number;
  weight: number;
}

/**
 * Counts hits by link, quarter hour and exclusion when they no longer fit individually: detail is lost, counts are not. Its size is bounded by the
 * number of cached links, because only those open while nothing can be stored.
 */
export class FoldedHits {
  readonly #counters = new Map<string, Counter>();

  /** Number of events that `take` would return. */
  get size(): number {
    return this.#counters.size;
  }

  add(hit: Hit): void {
    const exclusion = exclusionOf(hit, classifyUserAgent(hit.userAgent));
    const time = Math.floor(hit.at);
    const key = `${hit.linkId} ${Math.floor(time / QUARTER_HOUR_MS)} ${exclusion}`;
    const counter = this.#counters.get(key);
    if (counter) {
      counter.weight += 1;
      counter.time = Math.max(counter.time, time);
    } else {
      this.#counters.set(key, { linkId: hit.linkId, exclusion, time, weight: 1 });
    }
  }

  /** Returns the counters as events, and resets them. */
  take(): ClickBatch[] {
    const counters = [...this.#counters.values()];
    this.#counters.clear();
    const batches: ClickBatch[] = [];
    for (let start = 0; start < counters.length; start += BATCH_EVENTS_MAX) {
      batches.push(toBatch(counters.slice(start, start + BATCH_EVENTS_MAX)));
    }
    return batches;
  }
}

function toBatch(counters: readonly Counter[]): ClickBatch {
  return {
    ...createBatch(),
    times: counters.map(({ time }) => time),
    linkIds: counters.map(({ linkId }) => linkId),
    weights: counters.map(({ weight }) => weight),
    referrerHosts: counters.map(() => ''),
    countries: counters.map(() => ''),
    devices: counters.map(() => 'other'),
    browsers: counters.map(() => 'other'),
    exclusions: counters.map(({ exclusion }) => exclusion),
    visitorHashes: counters.map(() => ''),
  };
}
