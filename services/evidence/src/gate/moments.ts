import { localDay } from '@svc/chassis/time/calendar';
import { readPublished } from '@svc/video-pages/dates/read-published';

/** A stated instant or day. */
export interface Moment {
  /** Milliseconds for sorting; for a day its start in UTC. */
  readonly order: number;
  /** Day in the time zone. */
  readonly day: string;
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
