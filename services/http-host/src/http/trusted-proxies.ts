import { isIP } from 'node:net';
import { z } from 'zod';

const ENTRY = /^([^/]+?)(?:\/(\d{1,3}))?$/;

/** Addresses, and networks such as `10.0.0.0/8`, separated by commas. */
export const TrustedProxies = z.string().transform((text, context): readonly string[] => {
  const entries = text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  if (!entries.every(isNetwork)) {
    context.addIssue('must be addresses, or networks such as 10.0.0.0/8, separated by commas');
  }
  return entries;
});

/** A network that contains every address is invalid: Express refuses it, and it would trust any client's headers. */
function isNetwork(entry: string): boolean {
  const [, address = '', prefix = '1'] = ENTRY.exec(entry) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(prefix) >= 1 && Number(prefix) <= (version === 4 ? 32 : 128);
}
