import { LRUCache } from 'lru-cache';

/** Milliseconds that the process that made a change has to publish it before others do, and the jitter of the others. */
const HEAD_START_MS = 100;
const SPREAD_MS = 400;
/** Remembered publications, because one may arrive before the change itself. */
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
 * Publishes each change that this process receives to Redis, once across processes: by the process that made the change, or by another one if that
 * died first.
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

  /** Schedules the publication of a change, unless it is known to be published. */
  received(key: string, version: number): void {
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

  /** Records a publication by any process, and cancels a scheduled one. */
  published(key: string, version: number): void {
    this.#published.set(key, Math.max(version, this.#published.get(key) ?? 0));
    const pending = this.#pending.get(key);
    if (!pending || pending.version > version) return;
    clearTimeout(pending.timer);
    this.#pending.delete(key);
  }
}
