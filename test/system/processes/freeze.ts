import { execFileSync } from 'node:child_process';

/** Freezes a process and its children (SIGSTOP) while `work` runs, so that they accept connections without answering. */
export async function whileFrozen<T>(pid: number | undefined, work: () => Promise<T>): Promise<T> {
  if (pid === undefined) throw new Error('The process to freeze is down.');
  const pids = [pid, ...childrenOf(pid)];
  send(pids, 'SIGSTOP');
  try {
    return await work();
  } finally {
    send(pids, 'SIGCONT');
  }
}

export function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/ +/).map(Number))
    .flatMap(([pid = 0, ppid = 0]) => (ppid === parent ? [pid] : []));
}

/** Sends a signal; ignores processes that have already ended. */
function send(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}
