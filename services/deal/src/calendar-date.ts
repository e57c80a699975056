import { invalidInput } from '@svc/chassis/errors/app-error';

const FIRST = '0001-01-01';
const LAST = '9900-12-31';

/**
 * Refuses dates so far out that the database does not know them, or that the due dates counted from them would have years of five
 * digits. `date` is `YYYY-MM-DD`.
 */
export function checkDate(path: string, date: string): void {
  if (date < FIRST || date > LAST) throw invalidInput(path, `Has to be from ${FIRST} to ${LAST}.`);
}

/** Today's date, `YYYY-MM-DD`, in an IANA time zone. */
export function todayIn(timeZone: string): string {
  // Swedish dates are written as ISO 8601 has them.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date());
}
