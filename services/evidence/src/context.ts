import { localDay } from '@svc/chassis/time/calendar';
import type { PublishedText } from '@svc/video-pages/dates/read-published';
import type { ViewText } from '@svc/video-pages/views/view-text';
import type { ReadAddress } from './candidates/read-address.js';
import type { Warning } from './schemas/tool-output.js';

/** The facts for an action besides its input. */
export interface Context {
  /** The current moment. */
  readonly asOf: Date;
  readonly timeZone: string;
  /** The day of that moment in the time zone. */
  readonly today: string;
  /** `host:port` of targets that are accepted although they are not public, in the format of `egressTarget`. */
  readonly allowedPrivateTargets: ReadonlySet<string>;
  readonly warnings: Warnings;
  /** Cache of parsed addresses, because many rows name the same ones. */
  readonly addresses: Map<string, ReadAddress>;
  /** Cache of parsed dates, because many rows say "3 weeks ago". */
  readonly days: Map<string, PublishedText>;
  /** Cache of parsed counts. */
  readonly counts: Map<string, ViewText>;
}

/** Maximum warnings of an answer; a caller with more fixes these first. */
const WARNINGS_MAX = 200;

/** The warnings of an answer, each once, in order. */
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
