const FIRST_YEAR = 1900;
const LAST_YEAR = 2999;

/** Formats a day as `YYYY-MM-DD`; null for an invalid one, such as February 30. */
export function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isDay = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && year >= FIRST_YEAR && year <= LAST_YEAR ? date.toISOString().slice(0, 10) : null;
}

/** Returns the next day. */
export function dayAfter(day: string): string {
  return new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
}
