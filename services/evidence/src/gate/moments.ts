import { localDay } from '@svc/chassis/time/calendar';
import { readPublished } from '@svc/video-pages/dates/read-published';

/** A stated instant or day. */
export interface Moment {
  /** Milliseconds for sorting; for a day its start in UTC. */
  readonly order: number;
  /** Day in the time zone. */
  readonly day: string;
}

/** When a screenshot was taken, as its record says. */
interface ScreenshotTimes {
  readonly capturedAt: string | null;
  readonly createdAt: string | null;
}

/** A readable time of a screenshot. */
interface ScreenshotTime extends Moment {
  readonly text: string;
}

/** Returns when a screenshot was captured, else when it was stored, which is the latest time it can show. Null without a readable time. */
export function screenshotTime({ capturedAt, createdAt }: ScreenshotTimes, timeZone: string): ScreenshotTime | null {
  for (const text of [capturedAt, createdAt]) {
    const moment = readMoment(text, timeZone);
    if (text !== null && moment) return { ...moment, text };
  }
  return null;
}

/** Parses an instant or day written by a machine or a person; null for an invalid one. */
export function readMoment(text: string | null | undefined, timeZone: string): Moment | null {
  if (!text) return null;
  const read = readPublished(text);
  if (read.kind === 'day') return { order: Date.parse(read.day), day: read.day };
  if (read.kind !== 'instant') return null;
  const instant = new Date(read.at);
  return { order: instant.getTime(), day: localDay(instant, timeZone) };
}
