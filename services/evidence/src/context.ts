import { localDay } from '@svc/chassis/time/calendar';
import type { PublishedText } from '@svc/video-pages/dates/read-published';
import type { ViewText } from '@svc/video-pages/views/view-text';
import type { ReadAddress } from './candidates/read-address.js';
import type { Warning } from './schemas/tool-output.js';

/** Data for an action besides its input. */
export interface Context {
  /** The current moment. */
  readonly asOf: Date;
  readonly timeZone: string;
  /** The day of that moment in the time zone. */
  readonly today: string;
  /** `host:port` of non-public targets that are accepted, in the format of `egressTarget`. */
  readonly allowedPrivateTargets: ReadonlySet<string>;
  readonly warnings: Warnings;
  /** Cache of parsed addresses, because many rows share them. */
  readonly addresses: Map<string, ReadAddress>;
  /** Cache of parsed dates, because many rows have the same ones, such as "3 weeks ago". */
  readonly days: Map<string, PublishedText>;
  /** Cache of parsed counts. */
  readonly counts: Map<string, ViewText>;
}

/** Maximum warnings of an answer; a caller with more should fix these first. */
const WARNINGS_MAX = 200;

/** The warnings of an answer, without duplicates, in order. */
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
