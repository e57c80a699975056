import { localDay } from '@svc/chassis/time/calendar';
import { readPublished } from '@svc/video-pages/dates/read-published';

/** A stated instant or day. */
export interface Moment {
  /** Milliseconds, by which moments are ordered; of a day its start in UTC. */
  readonly order: number;
  /** Day in the time zone. */
  readonly day: string;
}

/** A moment as a machine or a person writes it; null for what cannot be read. */
export function readMoment(text: string | null | undefined, timeZone: string): Moment | null {
  if (!text) return null;
  const read = readPublished(text);
  if (read.kind === 'day') return { order: Date.parse(read.day), day: read.day };
  if (read.kind !== 'instant') return null;
  const instant = new Date(read.at);
  return { order: instant.getTime(), day: localDay(instant, timeZone) };
}
