import { readdirSync, readFileSync } from 'node:fs';

/** Ids of the browsers that this process has started, without their own children. */
export function listBrowsers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((id) => {
      try {
        const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${id}/stat`, 'utf8'))?.[1];
        const command = readFileSync(`/proc/${id}/cmdline`, 'utf8');
        return Number(parent) === process.pid && command.includes('--remote-debugging-pipe');
      } catch {
        return false;
      }
    });
}
