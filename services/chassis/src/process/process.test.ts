import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test } from '@jest/globals';
import { createLog } from '../logging/log.js';
import { createStopSteps } from './process.js';

/** Runs a process whose stop handler reports whether it failed. */
async function endBy(end: string): Promise<{ exitCode: number; said: string }> {
  const program = `
    import { createLog } from '${import.meta.resolve('../logging/log.js')}';
    import { runUntilStopped } from '${import.meta.resolve('./process.js')}';
    await runUntilStopped(createLog('tests', 'silent'), async (onStop) => {
      onStop((graceMs, hasFailed) => console.log(graceMs > 0 && hasFailed ? 'failed' : 'told to stop'));
    });
    // As listeners keep a process running.
    setInterval(() => undefined, 1_000);
    ${end}`;
  const child = spawn(process.execPath, [...process.execArgv, '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 20_000,
  });
  const [said, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { exitCode, said: said.trim() };
}

test.each([
  ['an error that nothing caught', `setTimeout(() => { throw new Error('lost'); }, 1);`, 1, 'failed'],
  ['a rejection that nothing caught', `void Promise.reject(new Error('lost'));`, 1, 'failed'],
  ['SIGTERM', `process.kill(process.pid, 'SIGTERM');`, 0, 'told to stop'],
])("a process's stop handler is informed that the process ends by %s", async (_what, end, exitCode, said) => {
  expect(await endBy(end)).toEqual({ exitCode, said });
});

test.each([
  ['a short grace', 10_000, 7_000],
  ['a long one', 170_000, 150_000],
])('requests in flight get %s, minus the time for the other stop steps', async (_what, graceMs, listenersMs) => {
  const { onStop, run } = createStopSteps(createLog('tests', 'silent'));
  const received: number[] = [];
  onStop((ms) => void received.push(ms), 'listener');

  await run(graceMs);

  expect(received).toEqual([listenersMs]);
});
