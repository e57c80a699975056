import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { type CallContext, currentCall, runInCall } from '@svc/chassis/calls/call-context';
import { startFile } from './start-file.js';

const CALL: CallContext = { requestId: 'r-1', deadline: 0, signal: new AbortController().signal };

async function collect(pieces: AsyncIterable<string>): Promise<string[]> {
  const collected: string[] = [];
  for await (const piece of pieces) collected.push(piece);
  return collected;
}

test("produces each chunk in its own call, not in the reader's", async () => {
  async function* requestIds() {
    for (let count = 0; count < 3; count += 1) {
      await turn();
      yield currentCall()?.requestId ?? '';
    }
  }
  let calls = 0;
  const nextCall = async () => ({ ...CALL, requestId: `r-${(calls += 1)}` });

  const { filename, pieces } = await startFile(nextCall, { pieces: requestIds(), filename: 'a.csv' });

  const other: CallContext = { ...CALL, requestId: 'other' };
  expect(await runInCall(other, () => collect(pieces))).toEqual(['r-1', 'r-2', 'r-3']);
  expect(filename).toBe('a.csv');
});

test('rejects when the first chunk fails', async () => {
  async function* broken() {
    await Promise.reject(new Error('no such deal'));
    yield 'row';
  }

  await expect(startFile(async () => CALL, { pieces: broken() })).rejects.toThrow('no such deal');
});

test('stops producing chunks when the reader stops early', async () => {
  let ended = false;
  async function* endless() {
    try {
      for (;;) yield 'row';
    } finally {
      ended = true;
    }
  }
  const { pieces } = await startFile(async () => CALL, { pieces: endless() });

  for await (const _piece of pieces) break;

  expect(ended).toBe(true);
});
