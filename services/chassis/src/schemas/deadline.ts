import { endOfDay } from '../time/calendar.js';
import { CalendarDate, InstantInput } from './scalars.js';
import { z } from 'zod';

/** When something ends: an instant, or a date, with the end of which on the caller's calendar it ends. */
export const Deadline = z.union([
  // A step of its own, so that what is neither is told of both.
  CalendarDate.transform((date) => date),
  InstantInput,
]);

/** What says in a message when something ends; null is never. */
export interface DeadlineFields {
  readonly expiresAt?: Date | null | undefined;
  /** Counts instead of the instant. */
  readonly expiresOn?: string | null | undefined;
}

/** A deadline as messages to services carry it: which instant a date means depends on the caller, whom the service knows. */
export function toDeadlineFields(deadline: z.output<typeof Deadline> | null | undefined): DeadlineFields {
  if (typeof deadline !== 'string') return { expiresAt: deadline };
  // The instant is for replicas that know no dates yet: without it they would take the deadline for none.
  return { expiresAt: endOfDay(deadline, 'UTC'), expiresOn: deadline };
}

/** The instant that is meant, in the time zone of its author; undefined when none was given. */
export function readDeadline({ expiresAt, expiresOn }: DeadlineFields, timeZone: string): Date | null | undefined {
  return typeof expiresOn === 'string' ? endOfDay(expiresOn, timeZone) : expiresAt;
}
