/** Whether this is the IANA name of a time zone. Offsets such as +02:00 are not: Postgres interprets their sign the other way round. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
}
