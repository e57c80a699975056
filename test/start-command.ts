import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '@svc/scripts/stack/paths';
import { commandOf } from '@svc/scripts/stack/processes';

/** `npm start` promises to stop within ten seconds; a slower one is killed, and the test sees SIGKILL. */
const STOP_WITHIN_MS = 10_000;

/** A running `npm start`, without its install and build steps. */
export interface StartCommand {
  readonly pid: number;
  output(): string;
  /** Waits until the text is printed; throws with the output if the command ends first. */
  waitFor(text: string): Promise<void>;
  /** Ids of all descendant processes. */
  descendants(): number[];
  /** Sends the signal and waits for the end; returns the exit code, or the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals | null>;
  ended: Promise<number | NodeJS.Signals | null>;
}

/**
 * Runs scripts/commands/start.ts as from a shell: the environment of the test run is not passed on, except for PATH and
 * HOME.
 */
export function runStart(environment: NodeJS.ProcessEnv, args: readonly string[] = []): StartCommand {
  const { PATH, HOME } = process.env;
  const guard = join(ROOT, 'scripts/stack/stop-with-parent.mjs');
  const child = spawn(process.execPath, ['--import', guard, join(ROOT, 'scripts/commands/start.ts'), ...args], {
    cwd: ROOT,
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  let isRunning = true;
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.once('close', (code, signal) => {
      isRunning = false;
      resolve(code ?? signal);
    });
  });
  const pid = child.pid ?? 0;
  return {
    pid,
    ended,
    output: () => output,
    waitFor: async (text) => {
      while (!output.includes(text)) {
        if (!isRunning) throw new Error(`npm start ended and printed:\n${output}`);
        await sleep(50);
      }
    },
    descendants: () => listDescendants(pid),
    end: async (signal) => {
      child.kill(signal);
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS);
      const end = await ended;
      clearTimeout(timer);
      return end;
    },
  };
}

/** Those of the processes that are still running. */
export function stillRunning(pids: readonly number[]): number[] {
  return pids.filter((pid) => commandOf(pid) !== '');
}

function listDescendants(root: number): number[] {
  const parents = readParents();
  const below = (pid: number): number[] =>
    [...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...below(child)]);
  return below(root);
}

/** Parent of every process on the machine, by process id. */
function readParents(): Map<number, number> {
  if (!existsSync('/proc/self')) {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
    return new Map(
      stdout
        .trim()
        .split('\n')
        .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
    );
  }
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (/^\d+$/.test(name)) parents.set(Number(name), readParent(name));
  }
  return parents;
}

function readParent(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return 0;
  }
}
