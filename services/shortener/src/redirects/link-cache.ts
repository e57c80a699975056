import { LRUCache } from 'lru-cache';
import { ChangePublisher } from './change-publisher.js';
import type { LinkRecord, OpenLink } from './link-record.js';
import { cacheLookups } from './redirect-metrics.js';
import type { RedisLinkCache } from './redis-link-cache.js';

/** Milliseconds for which a cached link is valid while connected to changes, and while disconnected. */
const FRESH_MS = 60_000;
const FRESH_WHILE_DISCONNECTED_MS = 1_000;
/** Milliseconds for which a short id is cached as unknown. */
const FRESH_UNKNOWN_MS = 5_000;
/** Milliseconds for which a cached link still opens when its store is down. */
const STALE_MS = 60 * 60 * 1_000;
/** Milliseconds that a visitor waits for the store when there is a stale entry. */
const REFRESH_WAIT_MS = 250;
/** Milliseconds for which stale entries are served at once after the store failed to respond in time. */
const AWAY_MS = 1_000;

/** Maximum remembered changes, and milliseconds for which they are remembered: longer than Redis keeps an older link. */
const CHANGES_MAX = 50_000;
const CHANGES_MS = 310_000;

/** Maximum clock skew between two processes, in milliseconds. */
const CLOCK_SKEW_MS = 2_000;

/** A cache entry. */
interface Slot {
  /** The link; null when it does not exist. */
  readonly link: OpenLink | null;
  /** Milliseconds since the epoch; backdated for entries that must be reloaded sooner. */
  loadedAt: number;
  /** Count of listener (re)connections at load time: an entry from an earlier connection may have missed a change. */
  readonly connection: number;
}

/** One load, shared by all concurrent requests for the same short id. */
interface Lookup {
  readonly bound: Bound;
  readonly result: Promise<OpenLink | null>;
}

interface Bound {
  /** Raised when a change arrives: older results are discarded. */
  versionMin: number;
}

export interface LinkCacheOptions {
  readonly load: (key: string) => Promise<LinkRecord | null>;
  readonly shared: RedisLinkCache | undefined;
  readonly toOpenLink: (record: LinkRecord) => OpenLink;
  /** Maximum cached short ids, unknown ones included. */
  readonly max: number;
}

/**
 * Links by the lower-case form of their short id: from this process, else Redis, else Postgres, with a single query for concurrent requests. `forget`
 * publishes changes; while none can arrive (`setDisconnected`), entries are valid for at most a second. While Postgres is down, known links open for
 * up to an hour. Entries in Redis are trusted only if they are newer than the last change that may not have been published; older ones are a fallback
 * while Postgres is down.
 */
export class LinkCache {
  readonly #slots: LRUCache<string, Slot>;
  readonly #lookups = new Map<string, Lookup>();
  readonly #options: LinkCacheOptions;
  /** Recently received versions: Redis may hold an older one until it is updated. */
  readonly #receivedVersions = new LRUCache<string, number>({ max: CHANGES_MAX, ttl: CHANGES_MS });
  readonly #publisher = new ChangePublisher((key, version) => void this.#invalidateShared(key, version));
  #freshMs = FRESH_WHILE_DISCONNECTED_MS;
  #connection = 0;
  /** Redis may lack changes until this time (milliseconds since the epoch): only entries loaded after it are trusted. */
  #sharedTrustedAfter = Number.MAX_SAFE_INTEGER;
  /** Time (milliseconds since the epoch) until which stale entries are served without querying the store. */
  #awayUntil = 0;

  constructor(options: LinkCacheOptions) {
    this.#options = options;
    this.#slots = new LRUCache({ max: options.max });
  }

  /** The link when it is cached here and fresh; null when it is known not to exist, undefined when it must be loaded. */
  peek(key: string, now: number): OpenLink | null | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined || now - slot.loadedAt >= this.#freshMs || slot.connection !== this.#connection)
      return undefined;
    cacheLookups.add('hit');
    return slot.link;
  }

  /** The link, loaded unless it is fresh here; null when there is none. Rejects when no store responds. */
  find(key: string): Promise<OpenLink | null> {
    const now = Date.now();
    const fresh = this.peek(key, now);
    if (fresh !== undefined) return Promise.resolve(fresh);
    cacheLookups.add('miss');
    const slot = this.#slots.get(key);
    const older = slot && now - slot.loadedAt <= STALE_MS ? slot.link : undefined;
    if (older !== undefined && now < this.#awayUntil) return Promise.resolve(older);
    const { result } = this.#lookups.get(key) ?? this.#startLookup(key);
    return older === undefined ? result : this.#orElse(result, older);
  }

  /** Drops everything older than this version of a link, here and in Redis. Called by the process that made the change. */
  forget(shortId: string, version: number): void {
    const key = shortId.toLowerCase();
    this.#drop(key, version);
    // Nothing is older than a link that was just created.
    if (version > 1) void this.#invalidateShared(key, version);
  }

  /** Drops everything older than a received change, here. The process that made the change invalidates Redis, or otherwise one of the receivers. */
  receive(key: string, version: number): void {
    this.#drop(key, version);
    if (version === 1 || !this.#options.shared) return;
    this.#receivedVersions.set(key, version);
    this.#publisher.received(key, version);
  }

  /** Records that some process has invalidated in Redis everything older than this version. */
  noteInvalidated(key: string, version: number): void {
    this.#publisher.published(key, version);
  }

  #drop(key: string, version: number): void {
    const slot = this.#slots.get(key);
    if (slot && (slot.link === null || slot.link.version < version)) this.#slots.delete(key);
    const lookup = this.#lookups.get(key);
    if (lookup) lookup.bound.versionMin = Math.max(lookup.bound.versionMin, version);
  }

  /**
   * Sets whether changes arrive. On reconnect everything is reloaded, because changes may have been missed; entries stay while no store is available.
   */
  setDisconnected(isDisconnected: boolean): void {
    this.#freshMs = isDisconnected ? FRESH_WHILE_DISCONNECTED_MS : FRESH_MS;
    this.#sharedTrustedAfter = isDisconnected ? Number.MAX_SAFE_INTEGER : Date.now();
    if (isDisconnected) return;
    this.#connection += 1;
    for (const { bound } of this.#lookups.values()) bound.versionMin = Number.MAX_SAFE_INTEGER;
  }

  #startLookup(key: string): Lookup {
    const bound = { versionMin: this.#receivedVersions.get(key) ?? 0 };
    const lookup = { bound, result: this.#lookUp(key, bound) };
    // The lookup resolves in a later tick at the earliest, and is removed only then.
    this.#lookups.set(key, lookup);
    return lookup;
  }

  /** Invalidates older versions in Redis. If that fails, no entry that Redis has now is trusted. */
  async #invalidateShared(key: string, version: number): Promise<void> {
    const isInvalidated = await this.#options.shared?.forgetBefore(key, version);
    if (isInvalidated === false) this.#sharedTrustedAfter = Math.max(this.#sharedTrustedAfter, Date.now());
  }

  async #lookUp(key: string, bound: Bound): Promise<OpenLink | null> {
    const { shared, toOpenLink } = this.#options;
    try {
      const found = await shared?.find(key);
      if (!found || found.record.version < bound.versionMin) return await this.#load(key, bound);
      const link = toOpenLink(found.record);
      if (found.loadedAt > this.#sharedTrustedAfter + CLOCK_SKEW_MS) return this.#keep(key, link);
      // Redis may have missed a change, but its entry is a usable fallback.
      if (!this.#slots.has(key))
        this.#slots.set(key, { link, loadedAt: Date.now() - FRESH_MS, connection: this.#connection });
      return await this.#orElse(this.#load(key, bound), link);
    } finally {
      this.#lookups.delete(key);
    }
  }

  async #load(key: string, bound: Bound): Promise<OpenLink | null> {
    const { shared, load, toOpenLink } = this.#options;
    for (;;) {
      const { versionMin } = bound;
      const loadedAt = Date.now();
      const record = await load(key);
      if (versionMin !== bound.versionMin) continue;
      if (record) void shared?.put(key, { record, loadedAt });
      return this.#keep(key, record && toOpenLink(record));
    }
  }

  #keep(key: string, link: OpenLink | null): OpenLink | null {
    const loadedAt = link ? Date.now() : Date.now() - FRESH_MS + FRESH_UNKNOWN_MS;
    this.#slots.set(key, { link, loadedAt, connection: this.#connection });
    return link;
  }

  /** The result of the lookup if it succeeds soon, otherwise the stale entry. */
  #orElse(result: Promise<OpenLink | null>, older: OpenLink | null): Promise<OpenLink | null> {
    return new Promise((resolve) => {
      const giveUp = (): void => {
        this.#awayUntil = Date.now() + AWAY_MS;
        resolve(older);
      };
      const timer = setTimeout(giveUp, REFRESH_WAIT_MS);
      result.then(resolve, giveUp).finally(() => clearTimeout(timer));
    });
  }
}
