import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { ROOT } from '@svc/scripts/stack/paths';
import type { Bench } from './bench.ts';

/** A child process of the bench. */
export interface Child {
  readonly pid: number;
  /** Its first message: its port, if it listens on one. */
  readonly ready: unknown;
  /** Sends a message and returns the next reply. */
  ask<Answer>(message: unknown): Promise<Answer>;
  readonly stop: () => Promise<void>;
}

/**
 * Starts a file, named from `test/bench`, with an argument, passed as JSON, and waits for its first message. The process ends with
 * the bench, however this process ends.
 */
export async function startChild(bench: Bench, file: string, argument: unknown = null): Promise<Child> {
  const child = fork(join(ROOT, 'test/bench', file), [JSON.stringify(argument)], {
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
    throw new Error(`${file} exited with ${String(code)}.`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: waiting.signal }), failed]);
    return message;
  } finally {
    failed.catch(() => undefined);
    waiting.abort();
  }
}
