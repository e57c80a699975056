import type { Formats } from '@svc/web/shared/format';

/** The last day before an instant; an end at midnight belongs to the day before. */
export function lastDayOf(expiresAt: string, { dayOf }: Pick<Formats, 'dayOf'>): string {
  return dayOf(new Date(Date.parse(expiresAt) - 1));
}
