import { parse } from 'bowser';

/** A readable name of the device that signed in, such as `Firefox on Linux`; the User-Agent header itself when it names no known browser. */
export function describeDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const { browser, os } = parse(userAgent);
  if (!browser.name) return userAgent.slice(0, 80);
  return os.name ? `${browser.name} on ${os.name}` : browser.name;
}
