/** A time zone in which no day ends within the next hours: what counts by days is not cut in two while a test runs. */
export function quietTimeZone(): string {
  const hour = new Date().getUTCHours();
  // There a day ends at 15:00 of UTC.
  return hour < 13 || hour >= 22 ? 'Asia/Tokyo' : 'UTC';
}
