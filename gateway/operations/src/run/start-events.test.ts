import { beforeEach, expect, test } from '@jest/globals';
import { currentCall, runInCall } from '@svc/chassis/calls/call-context';
import { appError } from '@svc/chassis/errors/app-error';
import { z } from 'zod';
import { createCatalog } from '../registry/catalog.js';
import { defineOperation, type EventStream } from '../registry/define-operation.js';
import type { SurfaceContext, UserCaller } from './operation-context.js';
import { runOperation } from './run-operation.js';

const USER: UserCaller = { kind: 'user', userId: 'u', role: 'user', assertions: { copilot: 'first' } };
const Turn = z.object({ turn: z.string() });

type Tell = () => AsyncGenerator<string>;

/** Events of the operation; none when undefined. */
let tell: Tell | undefined;
let whole: () => Promise<{ turn: string; secret?: string }>;
let renewCaller: () => Promise<UserCaller | undefined>;

const sendMessage = defineOperation({
  name: 'copilot.send_message',
  summary: 'Send a message',
  tier: 1,
  http: { method: 'POST', path: '/copilot/messages', events: true },
  input: z.strictObject({}),
  output: Turn,
  run: async (): Promise<EventStream<{ turn: string }> | undefined> => tell && { events: tell(), whole },
});

beforeEach(() => {
  renewCaller = async () => USER;
  tell = undefined;
  whole = async () => ({ turn: 't' });
});

async function send(signal = new AbortController().signal) {
  const { events, ...rest } = await runOperation({
    operation: sendMessage,
    input: {},
    caller: USER,
    renewCaller: () => renewCaller(),
    context: {} as SurfaceContext,
    catalog: createCatalog([sendMessage], { approvesNonDeleteWrites: true }),
    requestId: 'r-1',
    idempotencyKey: undefined,
    signal,
  });
  return { events, ...rest };
}

/** Reads the events of an operation until the signal aborts. */
async function follow(work: Tell, signal = new AbortController().signal) {
  tell = work;
  const { events } = await send();
  if (!events) throw new Error('expected events');
  return events.events(signal)[Symbol.asyncIterator]();
}

const event = (value: string) => ({ value, done: false });

test('produces each event as part of the original call, with a fresh deadline', async () => {
  const coming = await follow(async function* () {
    for (let n = 0; n < 2; n += 1) {
      const { requestId, operation, deadline = 0 } = currentCall() ?? {};
      yield JSON.stringify({ requestId, operation, hasTime: deadline > Date.now() + 10_000 });
    }
  });
  const other = { requestId: 'other', deadline: 0, signal: new AbortController().signal };

  const sent = event(JSON.stringify({ requestId: 'r-1', operation: 'copilot.send_message', hasTime: true }));
  expect(await runInCall(other, () => coming.next())).toEqual(sent);
  expect(await coming.next()).toEqual(sent);
  expect((await coming.next()).done).toBe(true);
});

test('reduces the complete result to the output, as part of the same call', async () => {
  tell = async function* () {};
  whole = async () => ({ turn: currentCall()?.requestId ?? '', secret: 'x' });

  const { events, output } = await send();

  expect(output).toBeUndefined();
  expect(await events?.whole(new AbortController().signal)).toEqual({ turn: 'r-1' });
});

test('returns no events when the operation has none', async () => {
  const { events, output } = await send();

  expect([events, output]).toEqual([undefined, undefined]);
});

test("aborts the operation's signal when the reader disconnects, and not before", async () => {
  const reader = new AbortController();
  const signals: (AbortSignal | undefined)[] = [];
  const coming = await follow(async function* () {
    signals.push(currentCall()?.signal);
    yield '1';
    await new Promise((resolve) => signals[0]?.addEventListener('abort', resolve));
  }, reader.signal);
  await coming.next();
  const next = coming.next();
  expect(signals[0]?.aborted).toBe(false);

  reader.abort();

  expect((await next).done).toBe(true);
});

test('stops producing events when the reader disconnects', async () => {
  let hasEnded = false;
  const coming = await follow(async function* () {
    try {
      for (;;) yield 'x';
    } finally {
      hasEnded = true;
    }
  });
  await coming.next();

  await coming.return?.();

  expect(hasEnded).toBe(true);
});

test('sends no more events to a user who has signed out', async () => {
  const coming = await follow(async function* () {
    for (;;) yield 'x';
  });
  expect(await coming.next()).toEqual(event('x'));

  renewCaller = async () => undefined;

  await expect(coming.next()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
});

test.each([
  ['is unavailable', () => Promise.reject(appError('UNAVAILABLE', 'Away.'))],
  ['does not answer', () => new Promise<never>(() => undefined)],
])('keeps sending events while identity %s', async (_how, answer) => {
  renewCaller = answer;
  const coming = await follow(async function* () {
    for (let n = 0; n < 50; n += 1) yield String(n);
  });
  const startedAt = performance.now();
  const sent: unknown[] = [];
  for (let next = await coming.next(); next.done !== true; next = await coming.next()) sent.push(next.value);

  expect(sent).toHaveLength(50);
  // Only one event waits for the check.
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});
