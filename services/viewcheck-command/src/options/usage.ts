import { readFileSync } from 'node:fs';

/** Returns the output of --help; the setup command also prints it before anything is installed. */
export function describeUsage(): string {
  return readFileSync(new URL('../../usage.txt', import.meta.url), 'utf8');
}
