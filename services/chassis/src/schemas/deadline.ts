import { z } from 'zod';
import { endOfDay } from '../time/calendar.js';
import { CalendarDate, InstantInput } from './scalars.js';

/** A deadline: an instant, or a date that ends with that day in the caller's calendar. */
export const Deadline = z.union([
  // The transform makes this a separate step, so that invalid input gets a message about both forms.
  CalendarDate.transform((date) => date),
  InstantInput,
]);

/** A deadline in a message; null means never. */
export interface DeadlineFields {
  readonly expiresAt?: Date | null | undefined;
  /** Takes precedence over the instant. */
  readonly expiresOn?: string | null | undefined;
}

/** A deadline in messages to services, which resolve dates themselves because the instant depends on the caller's time zone. */
export function toDeadlineFields(deadline: z.output<typeof Deadline> | null | undefined): DeadlineFields {
  if (typeof deadline !== 'string') return { expiresAt: deadline };
  // The instant is for replicas of a release without dates, which would otherwise see no deadline.
  return { expiresAt: endOfDay(deadline, 'UTC'), expiresOn: deadline };
}

/** The instant of a deadline, in the time zone of its author; undefined when none was given. */
export function readDeadline({ expiresAt, expiresOn }: DeadlineFields, timeZone: string): Date | null | undefined {
  return typeof expiresOn === 'string' ? endOfDay(expiresOn, timeZone) : expiresAt;
}
