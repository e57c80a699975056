import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '@svc/chassis/log';
import { sqlStateOf } from '@svc/chassis/postgres/database-errors';
import type { Pool } from '@svc/chassis/postgres/pool';
import { DISCONNECT_MS } from '@svc/chassis/redis';
import { Redis } from 'ioredis';
import type { ClickBatch } from './click-batch.js';
import { CLICK_GROUP, CLICK_STREAM } from './click-stream.js';
import { recordClicks } from './record-clicks.js';
import { parseEntry, readClaimed, readEntries, type StreamEntry } from './stream-entry-handler.js';

/** Entries taken at once; they are stored in one transaction. */
const ENTRIES_MAX = 5;
/** Milliseconds that a read waits for entries; stopping waits as long. */
const BLOCK_MS = 1_000;
/** Milliseconds after which an entry that nobody has acknowledged is taken from its consumer. */
const CLAIM_AFTER_MS = 10_000;
/** Milliseconds without an answer to a command after which the connection counts as lost; more than `BLOCK_MS`. */
const SILENCE_MS = 5_000;
/** What the client says then. */
const COMMAND_TIMEOUT = 'Command timed out';
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 5_000;
/** The server refuses the values themselves: data exceptions and violated constraints (PostgreSQL manual, appendix A). */
const REFUSED_VALUES = /^2[23]/;

export interface ClickConsumerOptions {
  readonly pool: Pool;
  readonly redisUrl: string;
  readonly log: Log;
  /** Name of the stream; `CLICK_STREAM` when unset. */
  readonly stream?: string | undefined;
  /** See `CLAIM_AFTER_MS`. */
  readonly claimAfterMs?: number | undefined;
}

export interface ClickConsumer {
  /** Ends what is in hand and closes the connection to Redis. */
  stop(): Promise<void>;
}

/**
 * Moves click events from the stream into Postgres until it is stopped. An entry leaves the stream when its events are stored;
 * one whose consumer has died is taken over, and one that makes no sense is set aside into `<stream>:rejected`. While Redis or
 * Postgres is away nothing moves and nothing is lost.
 */
export function startClickConsumer(options: ClickConsumerOptions): ClickConsumer {
  const stopping = new AbortController();
  const ended = new Consumer(options, stopping.signal).run();
  return {
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

class Consumer {
  /** Of this consumer within the group. A name that is not used any more stays there and costs next to nothing. */
  readonly #name = randomUUID();
  readonly #stopping: AbortSignal;
  readonly #pool: Pool;
  readonly #redis: Redis;
  readonly #log: Log;
  readonly #stream: string;
  readonly #claimAfterMs: number;
  #hasGroup = false;
  #claimAt = 0;
  #claimFrom = '0-0';
  #failures = 0;
  #isAway = false;
  /** Read but not acknowledged yet. */
  #held: StreamEntry[] = [];

  constructor(options: ClickConsumerOptions, stopping: AbortSignal) {
    const { pool, redisUrl, log, stream = CLICK_STREAM, claimAfterMs = CLAIM_AFTER_MS } = options;
    this.#stopping = stopping;
    this.#pool = pool;
    this.#redis = openConnection(redisUrl);
    this.#log = log;
    this.#stream = stream;
    this.#claimAfterMs = claimAfterMs;
  }

  async run(): Promise<void> {
    while (!this.#stopping.aborted) {
      try {
        await this.#turn();
        if (this.#isAway) this.#log.info('clicks are moved again');
        this.#isAway = false;
        this.#failures = 0;
      } catch (error) {
        await this.#rest(error);
      }
    }
    this.#redis.disconnect();
  }

  async #turn(): Promise<void> {
    if (!this.#hasGroup) await this.#createGroup();
    if (this.#held.length === 0) this.#held = await this.#claim();
    if (this.#held.length === 0) this.#held = await this.#read();
    if (this.#held.length === 0) return;
    await this.#move(this.#held);
    this.#held = [];
  }

  /** Waits before the next turn, longer after each failure, and has put right what the reason says is wrong. */
  async #rest(reason: unknown): Promise<void> {
    const message = reason instanceof Error ? reason.message : '';
    const isConnecting = this.#redis.status === 'connecting' || this.#redis.status === 'connect';
    if (message.startsWith('NOGROUP')) {
      // Redis has lost the stream, with what was in it: the next turn begins anew.
      this.#hasGroup = false;
    } else if (!this.#isAway && !isConnecting) {
      this.#log.warn({ err: reason }, 'clicks cannot be moved; trying goes on');
      this.#isAway = true;
    }
    if (message === COMMAND_TIMEOUT) this.#redis.disconnect(true);
    const pauseMs = Math.min(PAUSE_MS * 2 ** this.#failures, PAUSE_MAX_MS);
    this.#failures += 1;
    await pause(pauseMs, undefined, { signal: this.#stopping }).catch(() => undefined);
  }

  /** From the first entry on: what was appended before there was a group belongs to it. */
  async #createGroup(): Promise<void> {
    try {
      await this.#redis.xgroup('CREATE', this.#stream, CLICK_GROUP, '0', 'MKSTREAM');
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('BUSYGROUP'))) throw error;
    }
    this.#hasGroup = true;
  }

  async #read(): Promise<StreamEntry[]> {
    const group = [CLICK_GROUP, this.#name] as const;
    const options = ['COUNT', ENTRIES_MAX, 'BLOCK', BLOCK_MS, 'STREAMS', this.#stream, '>'] as const;
    return readEntries(await this.#redis.xreadgroup('GROUP', ...group, ...options));
  }

  /** Looks once in a while, and again at once as long as there is something. */
  async #claim(): Promise<StreamEntry[]> {
    if (performance.now() < this.#claimAt) return [];
    const from = [this.#claimAfterMs, this.#claimFrom] as const;
    const reply = await this.#redis.xautoclaim(this.#stream, CLICK_GROUP, this.#name, ...from, 'COUNT', ENTRIES_MAX);
    const { next, entries } = readClaimed(reply);
    this.#claimFrom = next;
    if (entries.length > 0) this.#log.info({ entries: entries.length }, 'entries of another consumer are taken over');
    else if (next === '0-0') this.#claimAt = performance.now() + this.#claimAfterMs / 2;
    return entries;
  }

  async #move(entries: readonly StreamEntry[]): Promise<void> {
    const parsed = entries.map((entry) => ({ entry, batch: parseEntry(entry) }));
    const good = parsed.flatMap(({ entry, batch }) => (batch ? [{ entry, batch }] : []));
    const rejected = parsed.flatMap(({ entry, batch }) => (batch ? [] : [entry]));
    rejected.push(...(await this.#store(good)));
    for (const entry of rejected) await this.#setAside(entry);
    await this.#acknowledge(entries);
  }

  /** Answers the entries whose values the database refuses. */
  async #store(entries: readonly { entry: StreamEntry; batch: ClickBatch }[]): Promise<StreamEntry[]> {
    if (entries.length === 0) return [];
    try {
      await recordClicks(
        this.#pool,
        entries.map(({ batch }) => batch),
      );
      return [];
    } catch (error) {
      if (!REFUSED_VALUES.test(sqlStateOf(error) ?? '')) throw error;
      this.#log.error({ err: error }, 'the database refuses click events');
    }
    if (entries.length === 1) return entries.map(({ entry }) => entry);
    const refused: StreamEntry[] = [];
    for (const entry of entries) refused.push(...(await this.#store([entry])));
    return refused;
  }

  async #setAside({ id, fields }: StreamEntry): Promise<void> {
    this.#log.error(
      { entry: id, stream: this.#stream },
      'an entry of the click stream makes no sense and is set aside',
    );
    await this.#redis.xadd(`${this.#stream}:rejected`, '*', 'entry', id, ...fields);
  }

  async #acknowledge(entries: readonly StreamEntry[]): Promise<void> {
    const ids = entries.map(({ id }) => id);
    const replies = await this.#redis
      .multi()
      .xack(this.#stream, CLICK_GROUP, ...ids)
      .xdel(this.#stream, ...ids)
      .exec();
    const failure = replies?.find(([error]) => error)?.[0];
    if (failure) throw failure;
  }
}

/** Commands fail as soon as the connection does, and are not sent again: the loop knows better what to do next. */
function openConnection(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: SILENCE_MS,
    connectTimeout: SILENCE_MS,
    disconnectTimeout: DISCONNECT_MS,
    retryStrategy: (attempts) => Math.min(attempts * PAUSE_MS, 1_000),
  });
  // The command that fails says so.
  redis.on('error', () => undefined);
  return redis;
}
