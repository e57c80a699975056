import { setImmediate as giveWay } from 'node:timers/promises';
import { BATCH_EVENTS_MAX, type ClickBatch, createBatch, type Exclusion } from '../click-batch.js';
import { referrerHostOf } from './referrer-host.js';
import { classifyUserAgent, type UserAgentTraits } from './user-agent.js';
import { visitorHash } from './visitor.js';

/** Milliseconds of work before yielding to the event loop, and hits between two checks of the clock. */
const SLICE_MS = 2;
const LOOK_HITS = 32;

const COUNTRY = /^[A-Z]{2}$/;

/** The facts of one request, from the redirect. */
export interface Hit {
  readonly linkId: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly userAgent: string | undefined;
  readonly referrer: string | undefined;
  /** ISO 3166-1 alpha-2, from a trusted header only. */
  readonly country: string | undefined;
  /** Client address as text; used only for the visitor hash and never stored. */
  readonly address: string;
  /** Why the request is not a click: a HEAD or a prefetch. Bots are recognized by their user agent. */
  readonly exclusion: 'head' | 'prefetch' | undefined;
}

/** Turns hits into events, a few milliseconds at a time. Events no longer contain an address. */
export async function* batchHits(
  hits: readonly Hit[],
  saltOf: (time: number) => string | undefined,
): AsyncGenerator<ClickBatch> {
  let batch = createBatch();
  let sliceEndsAt = performance.now() + SLICE_MS;
  // Not `hits.entries()`: a pair for each hit costs about 3 % of a redirect's time.
  let done = 0;
  for (const hit of hits) {
    addHit(batch, hit, saltOf);
    if (batch.times.length === BATCH_EVENTS_MAX) {
      yield batch;
      batch = createBatch();
    }
    done += 1;
    if (done % LOOK_HITS === 0 && performance.now() > sliceEndsAt) {
      await giveWay();
      sliceEndsAt = performance.now() + SLICE_MS;
    }
  }
  if (batch.times.length > 0) yield batch;
}

/** Why a hit is excluded. Bots are checked first: they count as bots with any method. */
export function exclusionOf(hit: Hit, traits: UserAgentTraits): Exclusion {
  return traits.isBot ? 'bot' : (hit.exclusion ?? '');
}

function addHit(batch: ClickBatch, hit: Hit, saltOf: (time: number) => string | undefined): void {
  const traits = classifyUserAgent(hit.userAgent);
  const exclusion = exclusionOf(hit, traits);
  const salt = exclusion === '' ? saltOf(hit.at) : undefined;
  batch.times.push(Math.floor(hit.at));
  batch.linkIds.push(hit.linkId);
  batch.weights.push(1);
  batch.referrerHosts.push(referrerHostOf(hit.referrer));
  batch.countries.push(hit.country !== undefined && COUNTRY.test(hit.country) ? hit.country : '');
  batch.devices.push(traits.device);
  batch.browsers.push(traits.browser);
  batch.exclusions.push(exclusion);
  batch.visitorHashes.push(salt === undefined ? '' : visitorHash(salt, hit.address, hit.userAgent));
}
