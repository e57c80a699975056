import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';
import type { Bench } from './bench.ts';

/** A process of the bench itself. */
export interface Child {
  readonly pid: number;
  /** Its first message: the port that it listens on, if it listens. */
  readonly ready: unknown;
  /** Sends a message and answers the next one that comes back. */
  ask<Answer>(message: unknown): Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a file of this folder with an argument, as JSON, and waits for its first message. It ends with the bench,
 * and with this process however that ends.
 */
export async function startChild(bench: Bench, file: string, argument: unknown = null): Promise<Child> {
  const child = fork(join(import.meta.dirname, file), [JSON.stringify(argument)], {
    execArgv: ['--import', join(ROOT, 'scripts/stack/stop-with-parent.mjs')],
    env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = bench.onEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const ready = await nextMessage(child, file);
  const ask = async <Answer>(message: unknown): Promise<Answer> => {
    const answer = nextMessage(child, file);
    child.send(message as object);
    return (await answer) as Answer;
  };
  return { pid: child.pid ?? 0, ready, ask, stop };
}

async function nextMessage(child: ChildProcess, file: string): Promise<unknown> {
  const waiting = new AbortController();
  const failed = once(child, 'exit', { signal: waiting.signal }).then(([code]) => {
    throw new Error(`${file} has ended with ${String(code)}.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: waiting.signal }), failed]);
    return message;
  } finally {
    failed.catch(() => undefined);
    waiting.abort();
  }
}
