import { parse } from 'bowser';

/** What signed in, for people: `Firefox on Linux`; what the User-Agent header says itself when no browser is known by it. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = parse(userAgent);
  if (!browser.name) return userAgent.slice(0, 80);
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
