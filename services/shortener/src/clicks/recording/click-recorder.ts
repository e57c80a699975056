import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@svc/chassis/logging/log';
import type { Pool } from '@svc/chassis/postgres/pool';
import type { Redis } from 'ioredis';
import type { ClickBatch } from '../click-batch.js';
import { bufferedClicks } from '../click-metrics.js';
import { type ClickStream, openClickStream } from '../click-stream.js';
import { createClickStore, type StoreClicks } from '../storing/store-clicks.js';
import { batchHits, type Hit } from './batch-hits.js';
import { FoldedHits } from './folded-hits.js';
import { openVisitorSalts, type VisitorSalts } from './visitor-salts.js';

/** Milliseconds for which hits are collected; less than 200 including the time to send them. */
const COLLECT_MS = 100;
/** Milliseconds before clicks that could not be sent are retried; doubled with each failure up to the maximum. */
const RETRY_MS = 200;
const RETRY_MAX_MS = 5_000;
/** Maximum duration of stopping in milliseconds. */
const STOP_MS = 4_000;
const EVENTS_MAX = 100_000;
/** Maximum events sent at once, in whole batches. */
const GROUP_EVENTS_MAX = 5_000;

export interface ClickRecorderOptions {
  readonly pool: Pool;
  /** The stream's connection, opened by `openRedis`; without it events go straight to Postgres. */
  readonly redis: Redis | undefined;
  readonly log: Log;
  /** Name of the stream. */
  readonly stream: string;
  /** Maximum events kept individually; 100,000 when unset. Further ones are only counted. */
  readonly eventsMax?: number;
}

/**
 * Collects hits and sends them as events: to the stream, or to Postgres when there is no stream or it may not have accepted them. While both are down
 * it buffers events, and folds those beyond its capacity into counters. An event's id never changes, so it counts once even if sent to both.
 */
export class ClickRecorder {
  readonly #store: StoreClicks;
  readonly #log: Log;
  readonly #stream: ClickStream | undefined;
  readonly #eventsMax: number;
  readonly #salts: VisitorSalts;
  readonly #metrics: { stop(): void };

  #hits: Hit[] = [];
  /** Hits that are being turned into events. */
  #inHand = 0;
  readonly #batches: ClickBatch[] = [];
  /** Events in `#batches`. */
  #waiting = 0;
  readonly #folded = new FoldedHits();

  #timer: NodeJS.Timeout | undefined;
  #isDue = false;
  #isStopped = false;
  /** The current pass, and those queued behind it. */
  #passes: Promise<void> = Promise.resolve();
  #failures = 0;
  #retryAt = 0;
  #isStreamFailing = false;

  constructor({ pool, redis, log, stream, eventsMax = EVENTS_MAX }: ClickRecorderOptions) {
    this.#store = createClickStore(pool);
    this.#log = log;
    this.#stream = redis && openClickStream(redis, stream);
    this.#eventsMax = eventsMax;
    this.#salts = openVisitorSalts(pool);
    this.#metrics = bufferedClicks.observe(() => ({ clicks: this.pending() }));
  }

  /** Records a hit. Never waits and never throws; counting happens later in another process. */
  record(hit: Hit): void {
    if (this.#hits.length + this.#inHand + this.#waiting < this.#eventsMax) this.#hits.push(hit);
    else this.#folded.add(hit);
    if (!this.#isDue) this.#schedule();
  }

  /** Resolves when everything recorded before the call has been sent, or sending it has failed for now. */
  flush(): Promise<void> {
    return this.#enqueuePass(true);
  }

  /** Sends the remaining hits, for a few seconds at most. After that `record` still accepts hits, but they are never sent. */
  async stop(): Promise<void> {
    const deadline = performance.now() + STOP_MS;
    const handOnAll = async (): Promise<void> => {
      await this.flush();
      while (this.pending() > 0 && performance.now() < deadline) {
        await pause(RETRY_MS);
        await this.flush();
      }
    };
    await Promise.race([Promise.all([handOnAll(), this.#salts.stop()]), pause(STOP_MS, undefined, { ref: false })]);
    this.#isStopped = true;
    this.#metrics.stop();
    clearTimeout(this.#timer);
    const events = this.pending();
    if (events > 0)
      this.#log.error({ events }, 'clicks are lost: neither Redis nor Postgres accepted them before shutdown');
  }

  /** Events not sent yet. */
  pending(): number {
    return this.#hits.length + this.#inHand + this.#waiting + this.#folded.size;
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#isDue = true;
    this.#timer = setTimeout(() => void this.#enqueuePass(false), COLLECT_MS);
  }

  #enqueuePass(isForced: boolean): Promise<void> {
    this.#passes = this.#passes.then(() => this.#pass(isForced));
    return this.#passes;
  }

  /** Sends what is due. Never throws. A pass that is not forced skips failed batches until their retry is due. */
  async #pass(isForced: boolean): Promise<void> {
    clearTimeout(this.#timer);
    this.#isDue = false;
    await this.#batchHits();
    if (isForced || performance.now() >= this.#retryAt) await this.#handOnBatches();
    if (this.pending() > 0 && !this.#isDue) this.#schedule();
  }

  async #batchHits(): Promise<void> {
    await this.#salts.tried;
    const hits = this.#hits;
    this.#hits = [];
    this.#inHand = hits.length;
    for await (const batch of batchHits(hits, this.#salts.of)) {
      this.#inHand -= batch.times.length;
      this.#addBatch(batch);
    }
  }

  async #handOnBatches(): Promise<void> {
    for (;;) {
      const group = this.#nextGroup();
      if (group.length === 0) return;
      try {
        await this.#handOn(group);
      } catch (error) {
        if (this.#failures === 0)
          this.#log.error({ err: error }, 'clicks cannot be stored; they are kept and tried again');
        this.#retryAt = performance.now() + Math.min(RETRY_MS * 2 ** this.#failures, RETRY_MAX_MS);
        this.#failures += 1;
        return;
      }
      if (this.#failures > 0) this.#log.info('clicks are stored again');
      this.#failures = 0;
      this.#batches.splice(0, group.length);
      this.#waiting -= countEvents(group);
    }
  }

  /** Takes whole batches from the front, at least one; folded counters come last. */
  #nextGroup(): ClickBatch[] {
    if (this.#batches.length === 0) this.#folded.take().forEach((batch) => this.#addBatch(batch));
    let events = 0;
    const end = this.#batches.findIndex((batch) => (events += batch.times.length) > GROUP_EVENTS_MAX);
    return this.#batches.slice(0, end === -1 ? undefined : Math.max(end, 1));
  }

  async #handOn(group: readonly ClickBatch[]): Promise<void> {
    if (this.#stream?.isOpen() && (await this.#append(this.#stream, group))) return;
    await this.#store(group);
  }

  async #append(stream: ClickStream, group: readonly ClickBatch[]): Promise<boolean> {
    try {
      await stream.append(group);
    } catch (error) {
      if (!this.#isStreamFailing)
        this.#log.warn({ err: error }, 'the click stream fails; clicks go straight to Postgres');
      this.#isStreamFailing = true;
      return false;
    }
    if (this.#isStreamFailing) this.#log.info('the click stream works again');
    this.#isStreamFailing = false;
    return true;
  }

  #addBatch(batch: ClickBatch): void {
    this.#batches.push(batch);
    this.#waiting += batch.times.length;
  }
}

function countEvents(batches: readonly ClickBatch[]): number {
  return batches.reduce((sum, batch) => sum + batch.times.length, 0);
}
