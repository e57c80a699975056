import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DISCONNECT_MS, isOfReplica } from '@svc/chassis/dependencies/redis';
import type { Log } from '@svc/chassis/logging/log';
import { sqlStateOf } from '@svc/chassis/postgres/database-errors';
import type { Pool } from '@svc/chassis/postgres/pool';
import { Redis } from 'ioredis';
import type { ClickBatch } from '../click-batch.js';
import { CLICK_GROUP, rejectedStreamOf } from '../click-stream.js';
import { parseEntry, readClaimed, readEntries, type StreamEntry } from './click-entry-codec.js';
import { createClickStore, type StoreClicks } from './store-clicks.js';

/** Events to read at once; the number of entries is estimated from the last read, within these limits. */
const TAKEN_EVENTS = 10_000;
const ENTRIES_MIN = 5;
const ENTRIES_MAX = 200;
/** Maximum events stored in one transaction. */
const GROUP_EVENTS_MAX = 5_000;
/** Milliseconds that a read blocks for entries; stopping may take as long. */
const BLOCK_MS = 1_000;
/** Milliseconds after which an unacknowledged entry is claimed from its consumer. */
const CLAIM_AFTER_MS = 10_000;
/** Command timeout in milliseconds, after which the connection counts as lost; longer than `BLOCK_MS`. */
const SILENCE_MS = 5_000;
/** The client's error message for that timeout. */
const COMMAND_TIMEOUT = 'Command timed out';
/** Unreadable entries are kept for inspection, about this many. */
const REJECTED_MAX = 10_000;
/** Idle milliseconds after which a consumer without entries counts as dead. */
const IDLE_TIMEOUT_MS = 60 * 60 * 1_000;
/** Milliseconds without a successful round, even an empty one, after which the consumer is unhealthy. */
const STUCK_AFTER_MS = 15_000;
/** Milliseconds without any finished round, successful or not, after which the process must be restarted. */
const DEAD_AFTER_MS = 60_000;
const PAUSE_MS = 100;
const PAUSE_MAX_MS = 5_000;
/** SQLSTATEs for invalid values: data exceptions and violated constraints (PostgreSQL manual, appendix A). */
const REFUSED_VALUES = /^2[23]/;

export interface ClickConsumerOptions {
  readonly pool: Pool;
  readonly redisUrl: string;
  readonly log: Log;
  /** Name of the stream. */
  readonly stream: string;
  /** See `CLAIM_AFTER_MS`. */
  readonly claimAfterMs?: number | undefined;
  /** See `IDLE_TIMEOUT_MS`. */
  readonly idleTimeoutMs?: number | undefined;
}

export interface ClickConsumer {
  /** Throws when no round has succeeded for a while. */
  check(): void;
  /** Whether the loop still runs, even if every round fails. */
  isAlive(): boolean;
  /** Finishes the current work and closes the connection to Redis. */
  stop(): Promise<void>;
}

/**
 * Moves click events from the stream into Postgres until it is stopped. An entry is deleted from the stream once its events are stored. Entries of
 * dead consumers are claimed, and malformed ones are moved to `<stream>:rejected`. While Redis or Postgres is down nothing moves and nothing is lost.
 */
export function startClickConsumer(options: ClickConsumerOptions): ClickConsumer {
  const stopping = new AbortController();
  const consumer = new Consumer(options, stopping.signal);
  const ended = consumer.run();
  return {
    check: () => consumer.check(),
    isAlive: () => consumer.isAlive(),
    stop() {
      stopping.abort();
      return ended;
    },
  };
}

/** Removes idle consumers of a group that have no entries: removing one with entries would lose them. */
const REMOVE_CONSUMERS = `
for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], ARGV[1])) do
  local known = {}
  for field = 1, #consumer, 2 do known[consumer[field]] = consumer[field + 1] end
  if known.pending == 0 and known.idle > tonumber(ARGV[2]) then
    redis.call('XGROUP', 'DELCONSUMER', KEYS[1], ARGV[1], known.name)
  end
end`;

interface ParsedEntry {
  readonly entry: StreamEntry;
  readonly batch: ClickBatch | undefined;
}

class Consumer {
  /** Name of this consumer within the group. */
  readonly #name = randomUUID();
  readonly #stopping: AbortSignal;
  readonly #storeClicks: StoreClicks;
  readonly #redis: Redis;
  readonly #log: Log;
  readonly #stream: string;
  readonly #claimAfterMs: number;
  readonly #idleTimeoutMs: number;
  #hasGroup = false;
  #claimAt = 0;
  #claimFrom = '0-0';
  #failures = 0;
  #isAway = false;
  /** Redis may have delivered entries in a reply that was lost with the connection. */
  #mayHaveLostReply = false;
  /** Ends of the last successful round, and of the last round. */
  #lastSuccessAt = performance.now();
  #lastRoundEndedAt = performance.now();
  #entriesMax = ENTRIES_MIN;
  /** Entries that were read but not acknowledged yet. */
  #held: ParsedEntry[] = [];

  constructor(options: ClickConsumerOptions, stopping: AbortSignal) {
    const { pool, redisUrl, log, stream } = options;
    this.#stopping = stopping;
    this.#storeClicks = createClickStore(pool);
    this.#redis = openConnection(redisUrl);
    this.#log = log;
    this.#stream = stream;
    this.#claimAfterMs = options.claimAfterMs ?? CLAIM_AFTER_MS;
    this.#idleTimeoutMs = options.idleTimeoutMs ?? IDLE_TIMEOUT_MS;
  }

  async run(): Promise<void> {
    while (!this.#stopping.aborted) {
      try {
        await this.#runRound();
        if (this.#isAway) this.#log.info('clicks are moved again');
        this.#isAway = false;
        this.#failures = 0;
        this.#lastSuccessAt = performance.now();
      } catch (error) {
        await this.#backOff(error);
      }
      this.#lastRoundEndedAt = performance.now();
    }
    this.#redis.disconnect();
  }

  isAlive(): boolean {
    return performance.now() - this.#lastRoundEndedAt < DEAD_AFTER_MS;
  }

  check(): void {
    const silentMs = performance.now() - this.#lastSuccessAt;
    if (silentMs > STUCK_AFTER_MS) throw new Error(`No clicks could be moved for ${Math.round(silentMs / 1_000)} s.`);
  }

  async #runRound(): Promise<void> {
    if (!this.#hasGroup) await this.#createGroup();
    if (this.#held.length === 0) this.#hold(await this.#claim());
    if (this.#held.length === 0) this.#hold(await this.#read());
    while (this.#held.length > 0) {
      const group = this.#nextGroup();
      await this.#move(group);
      this.#held.splice(0, group.length);
    }
  }

  /** Keeps the entries, and adjusts the size of the next read: enough events, but not more than can be stored before others claim the entries. */
  #hold(entries: readonly StreamEntry[]): void {
    this.#held = entries.map((entry) => ({ entry, batch: parseEntry(entry) }));
    if (this.#held.length === 0) return;
    const events = this.#held.reduce((sum, { batch }) => sum + countEventsOf(batch), 0);
    const wanted = Math.floor((TAKEN_EVENTS * this.#held.length) / Math.max(events, 1));
    this.#entriesMax = Math.min(Math.max(wanted, ENTRIES_MIN), ENTRIES_MAX);
  }

  /** Takes whole entries from the front, at least one. */
  #nextGroup(): ParsedEntry[] {
    let events = 0;
    const end = this.#held.findIndex(({ batch }) => (events += countEventsOf(batch)) > GROUP_EVENTS_MAX);
    return this.#held.slice(0, end === -1 ? undefined : Math.max(end, 1));
  }

  /** Handles a failed round: repairs its cause if possible, and backs off before the next round. */
  async #backOff(reason: unknown): Promise<void> {
    const message = reason instanceof Error ? reason.message : '';
    const isConnecting = this.#redis.status === 'connecting' || this.#redis.status === 'connect';
    if (message.startsWith('NOGROUP')) {
      // Redis has lost the stream with its entries: the next round creates it.
      this.#hasGroup = false;
    } else if (!this.#isAway && !isConnecting) {
      this.#log.warn({ err: reason }, 'clicks cannot be moved; retrying');
      this.#isAway = true;
    }
    if (message === COMMAND_TIMEOUT) this.#redis.disconnect(true);
    const pauseMs = Math.min(PAUSE_MS * 2 ** this.#failures, PAUSE_MAX_MS);
    this.#failures += 1;
    this.#mayHaveLostReply = true;
    await pause(pauseMs, undefined, { signal: this.#stopping }).catch(() => undefined);
  }

  /** Creates the group at the first entry, so that it includes entries older than itself. */
  async #createGroup(): Promise<void> {
    try {
      await this.#redis.xgroup('CREATE', this.#stream, CLICK_GROUP, '0', 'MKSTREAM');
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('BUSYGROUP'))) throw error;
    }
    this.#hasGroup = true;
  }

  async #read(): Promise<StreamEntry[]> {
    const lost = this.#mayHaveLostReply ? await this.#readFrom('0') : [];
    this.#mayHaveLostReply = lost.length > 0;
    return lost.length > 0 ? lost : this.#readFrom('>');
  }

  /** Reads this consumer's own unacknowledged entries (`0`), or new ones (`>`). */
  async #readFrom(start: '0' | '>'): Promise<StreamEntry[]> {
    const group = [CLICK_GROUP, this.#name] as const;
    const options = ['COUNT', this.#entriesMax, 'BLOCK', BLOCK_MS, 'STREAMS', this.#stream, start] as const;
    return readEntries(await this.#redis.xreadgroup('GROUP', ...group, ...options));
  }

  /** Claims entries of dead consumers: at intervals, and again at once while there are more. */
  async #claim(): Promise<StreamEntry[]> {
    if (performance.now() < this.#claimAt) return [];
    const idle = [this.#claimAfterMs, this.#claimFrom, 'COUNT', this.#entriesMax] as const;
    const reply = await this.#redis.xautoclaim(this.#stream, CLICK_GROUP, this.#name, ...idle);
    const { next, entries } = readClaimed(reply);
    this.#claimFrom = next;
    if (entries.length > 0) this.#log.info({ entries: entries.length }, 'entries of another consumer are taken over');
    else if (next === '0-0') {
      this.#claimAt = performance.now() + this.#claimAfterMs / 2;
      await this.#redis.eval(REMOVE_CONSUMERS, 1, this.#stream, CLICK_GROUP, this.#idleTimeoutMs);
    }
    return entries;
  }

  async #move(parsed: readonly ParsedEntry[]): Promise<void> {
    const good = parsed.flatMap(({ entry, batch }) => (batch ? [{ entry, batch }] : []));
    const rejected = parsed.flatMap(({ entry, batch }) => (batch ? [] : [entry]));
    rejected.push(...(await this.#store(good)));
    for (const entry of rejected) await this.#setAside(entry);
    await this.#acknowledge(parsed.map(({ entry }) => entry));
  }

  /** Stores the batches, and returns the entries whose values the database refuses. */
  async #store(entries: readonly { entry: StreamEntry; batch: ClickBatch }[]): Promise<StreamEntry[]> {
    if (entries.length === 0) return [];
    try {
      await this.#storeClicks(entries.map(({ batch }) => batch));
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
    this.#log.error({ entry: id, stream: this.#stream }, 'a malformed entry of the click stream is set aside');
    await this.#redis.xadd(rejectedStreamOf(this.#stream), 'MAXLEN', '~', REJECTED_MAX, '*', 'entry', id, ...fields);
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

function countEventsOf(batch: ClickBatch | undefined): number {
  return batch?.times.length ?? 0;
}

/** Commands fail as soon as the connection does, and are not resent: the loop decides how to continue. */
function openConnection(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: SILENCE_MS,
    connectTimeout: SILENCE_MS,
    disconnectTimeout: DISCONNECT_MS,
    reconnectOnError: isOfReplica,
    retryStrategy: (attempts) => Math.min(attempts * PAUSE_MS, 1_000),
  });
  // The failed command reports it.
  redis.on('error', () => undefined);
  return redis;
}
