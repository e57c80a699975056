import { readFileSync } from 'node:fs';

/** What --help prints; the command that sets everything up prints the same before anything is installed. */
export function describeUsage(): string {
  return readFileSync(new URL('../../usage.txt', import.meta.url), 'utf8');
}
