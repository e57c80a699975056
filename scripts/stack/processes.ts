import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** The command line of a running process; empty when there is none. Process ids are reused, so an id alone proves nothing. */
export function commandOf(pid: number): string {
  if (!Number.isSafeInteger(pid) || pid < 2) return '';
  try {
    if (existsSync('/proc/self')) return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Sends the signal to a process that is not our child, and waits until it has ended, up to five seconds; returns whether it has. */
export async function endProcess(pid: number, signal: NodeJS.Signals, withinMs = 5_000): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
  while (commandOf(pid) !== '') {
    if (performance.now() > deadline) return false;
    await sleep(50);
  }
  return true;
}
