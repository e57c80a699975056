import { LRUCache } from 'lru-cache';

/** Milliseconds that the process which made a change has to publish it before others do, and over which those spread. */
const HEAD_START_MS = 100;
const SPREAD_MS = 400;
/** A publication may arrive before the change itself. */
const PUBLISHED_MAX = 10_000;
const PUBLISHED_MS = 10_000;

export interface PublisherDelays {
  readonly headStartMs: number;
  readonly spreadMs: number;
}

interface Pending {
  readonly version: number;
  readonly timer: NodeJS.Timeout;
}

/**
 * Publishes each change that this process receives to Redis, once for all processes: the one that made the change publishes it, or another one if
 * that died first.
 */
export class ChangePublisher {
  readonly #pending = new Map<string, Pending>();
  readonly #published = new LRUCache<string, number>({ max: PUBLISHED_MAX, ttl: PUBLISHED_MS });
  readonly #publish: (key: string, version: number) => void;
  readonly #delays: PublisherDelays;

  constructor(
    publish: (key: string, version: number) => void,
    delays: PublisherDelays = { headStartMs: HEAD_START_MS, spreadMs: SPREAD_MS },
  ) {
    this.#publish = publish;
    this.#delays = delays;
  }

  /** Records a change that is not known to be published. */
  heard(key: string, version: number): void {
    if ((this.#published.get(key) ?? 0) >= version) return;
    const pending = this.#pending.get(key);
    if (pending && pending.version >= version) return;
    clearTimeout(pending?.timer);
    const publish = (): void => {
      this.#pending.delete(key);
      this.#publish(key, version);
    };
    const { headStartMs, spreadMs } = this.#delays;
    const timer = setTimeout(publish, headStartMs + Math.random() * spreadMs).unref();
    this.#pending.set(key, { version, timer });
  }

  /** Records that this version has been published. */
  published(key: string, version: number): void {
    this.#published.set(key, Math.max(version, this.#published.get(key) ?? 0));
    const pending = this.#pending.get(key);
    if (!pending || pending.version > version) return;
    clearTimeout(pending.timer);
    this.#pending.delete(key);
  }
}
