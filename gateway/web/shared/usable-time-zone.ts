/** The time zone if the runtime knows it, else UTC. Browsers may name one of their system that they don't know, such as "Etc/Unknown". */
export function usableTimeZone(timeZone: string): string {
  try {
    Intl.DateTimeFormat('en', { timeZone });
    return timeZone;
  } catch {
    return 'UTC';
  }
}
