import { invalidInput } from '@svc/chassis/errors/app-error';

const FIRST = '0001-01-01';
const LAST = '9900-12-31';

/** Throws for dates outside the database's range, or with due dates that would have years of five digits. `date` is `YYYY-MM-DD`. */
export function checkDate(path: string, date: string): void {
  if (date < FIRST || date > LAST) throw invalidInput(path, `must be from ${FIRST} to ${LAST}.`);
}
