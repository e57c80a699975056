import { parse } from 'bowser';

/**
 * Returns a readable name of the device that signed in, such as `Firefox on Linux`, or the User-Agent header itself when no known browser matches.
 */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = parse(userAgent);
  if (!browser.name) return userAgent.slice(0, 80);
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
