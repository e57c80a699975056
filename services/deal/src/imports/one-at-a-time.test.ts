import { expect, test } from '@jest/globals';
import { type CallContext, runInCall } from '@svc/chassis/calls/call-context';
import { appError } from '@svc/chassis/errors/app-error';
import { createOneAtATime } from './one-at-a-time.js';

const LIMITS = { waitMs: 60_000, waitingMax: 10, refusal: () => appError('CONFLICT', 'Busy.') };

function call(changes: Partial<CallContext> = {}): CallContext {
  return { requestId: 'r', deadline: Date.now() + 10_000, signal: new AbortController().signal, ...changes };
}

test('jobs with the same key run in order and one at a time, also after a failure', async () => {
  const oneAtATime = createOneAtATime(LIMITS);
  const log: string[] = [];
  const work = (name: string, fails = false) =>
    oneAtATime('a', async () => {
      log.push(`${name} begins`);
      await new Promise(setImmediate);
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });

  const answers = await Promise.allSettled([work('1'), work('2', true), work('3')]);

  expect(log).toEqual(['1 begins', '1 ends', '2 begins', '2 ends', '3 begins', '3 ends']);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

test('jobs with another key do not wait', async () => {
  const oneAtATime = createOneAtATime(LIMITS);
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  const waiting = oneAtATime('a', () => blocked);

  await expect(oneAtATime('b', async () => 'done')).resolves.toBe('done');

  release();
  await waiting;
});

test('a job whose caller has left is not started', async () => {
  const oneAtATime = createOneAtATime(LIMITS);
  const gone = new AbortController();
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const start = (name: string, context: CallContext) =>
    runInCall(context, () => oneAtATime('a', async () => void begun.push(name)));
  const first = oneAtATime('a', () => blocked);
  const waiting = [start('late', call({ deadline: Date.now() - 1 })), start('gone', call({ signal: gone.signal }))];
  const last = start('last', call());

  gone.abort();
  release();

  await Promise.all(waiting.map((each) => expect(each).rejects.toMatchObject({ kind: 'timeout' })));
  await Promise.all([first, last]);
  expect(begun).toEqual(['last']);
});

test('a job that gives up does not let later ones overtake the running job', async () => {
  const oneAtATime = createOneAtATime({ ...LIMITS, waitMs: 0 });
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  const first = oneAtATime('a', () => blocked);

  for (const name of ['second', 'third']) {
    await expect(oneAtATime('a', async () => name)).rejects.toMatchObject({ code: 'CONFLICT' });
  }

  release();
  await first;
});

test('a job is refused when the queue is full', async () => {
  const oneAtATime = createOneAtATime({ ...LIMITS, waitingMax: 1 });
  const { promise: blocked, resolve: release } = Promise.withResolvers<void>();
  const line = [oneAtATime('a', () => blocked), oneAtATime('a', async () => undefined)];

  await expect(oneAtATime('a', async () => undefined)).rejects.toMatchObject({ code: 'CONFLICT' });

  release();
  await Promise.all(line);
  await expect(oneAtATime('a', async () => 'done')).resolves.toBe('done');
});
