import { LRUCache } from 'lru-cache';

/** Milliseconds that the process which made a change has to tell of it before others do, and over which these spread. */
const HEAD_START_MS = 100;
const SPREAD_MS = 400;
/** What Redis was told may be learned before the change itself is heard of. */
const TOLD_MAX = 10_000;
const TOLD_MS = 10_000;

export interface TellerDelays {
  readonly headStartMs: number;
  readonly spreadMs: number;
}

interface Pending {
  readonly version: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Sees to it that Redis is told of each change that this process hears of: by the process that made it, or should that have died
 * before it could, by one of the others, and not by all of them.
 */
export class ChangeTeller {
  readonly #pending = new Map<string, Pending>();
  readonly #told = new LRUCache<string, number>({ max: TOLD_MAX, ttl: TOLD_MS });
  readonly #tell: (key: string, version: number) => void;
  readonly #delays: TellerDelays;

  constructor(
    tell: (key: string, version: number) => void,
    delays: TellerDelays = { headStartMs: HEAD_START_MS, spreadMs: SPREAD_MS },
  ) {
    this.#tell = tell;
    this.#delays = delays;
  }

  /** A change was heard of, and nobody is known to have told Redis. */
  heard(key: string, version: number): void {
    if ((this.#told.get(key) ?? 0) >= version) return;
    const pending = this.#pending.get(key);
    if (pending && pending.version >= version) return;
    clearTimeout(pending?.timer);
    const tell = (): void => {
      this.#pending.delete(key);
      this.#tell(key, version);
    };
    const { headStartMs, spreadMs } = this.#delays;
    const timer = setTimeout(tell, headStartMs + Math.random() * spreadMs).unref();
    this.#pending.set(key, { version, timer });
  }

  /** Redis has been told of this version. */
  told(key: string, version: number): void {
    this.#told.set(key, Math.max(version, this.#told.get(key) ?? 0));
    const pending = this.#pending.get(key);
    if (!pending || pending.version > version) return;
    clearTimeout(pending.timer);
    this.#pending.delete(key);
  }
}
