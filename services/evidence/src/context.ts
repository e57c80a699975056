import { localDay } from '@svc/chassis/time/calendar';
import type { PublishedText } from '@svc/video-pages/dates/read-published';
import type { ViewText } from '@svc/video-pages/views/view-text';
import type { ReadAddress } from './candidates/read-address.js';
import type { Warning } from './schemas/tool-output.js';

/** What an action is judged by beside its input. */
export interface Context {
  /** The moment that counts as now. */
  readonly asOf: Date;
  readonly timeZone: string;
  /** The day of that moment in the time zone. */
  readonly today: string;
  /** `host:port` of targets that are taken although they are not public, as `egressTarget` writes them. */
  readonly allowedPrivateTargets: ReadonlySet<string>;
  readonly warnings: Warnings;
  /** Addresses that were read already: rows of many kinds name the same ones. */
  readonly addresses: Map<string, ReadAddress>;
  /** The same of texts that say a day: rows say "3 weeks ago" again and again. */
  readonly days: Map<string, PublishedText>;
  /** The same of texts that say a count. */
  readonly counts: Map<string, ViewText>;
}

/** Warnings that one answer holds; a caller with more fixes these first. */
const WARNINGS_MAX = 200;

/** What an answer warns of, each once, in the order in which it was met. */
export class Warnings {
  readonly #all = new Map<string, Warning>();

  add(code: string, path: string, message: string): void {
    const key = `${code} ${path}`;
    if (this.#all.size < WARNINGS_MAX && !this.#all.has(key)) this.#all.set(key, { code, path, message });
  }

  list(): Warning[] {
    return [...this.#all.values()];
  }
}

export function contextOf(
  asOf: Date,
  timeZone: string,
  allowedPrivateTargets: ReadonlySet<string> = new Set(),
): Context {
  return {
    asOf,
    timeZone,
    today: localDay(asOf, timeZone),
    allowedPrivateTargets,
    warnings: new Warnings(),
    addresses: new Map(),
    days: new Map(),
    counts: new Map(),
  };
}
