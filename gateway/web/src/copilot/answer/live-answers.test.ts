import { expect, test } from '@jest/globals';
import { ApiError } from '../../api/api-error.js';
import type { StreamEnd, StreamPart } from '../../api/stream-parts.js';
import { saidIn } from './answer.js';
import { LiveAnswers } from './live-answers.js';

const ID = 'c1';
const START: StreamPart = { type: 'start', messageId: 'm1', messageMetadata: { turnId: 't1' } };
const refusal = (status: number): ApiError => new ApiError(status, { code: 'REFUSED', message: 'No.' }, undefined);

/** One connection after the other: its events, and how it ends. */
type Connection = readonly [parts: readonly StreamPart[], end: StreamEnd | ApiError];

function answersOver(...connections: readonly Connection[]) {
  const [asked, pauses, frames]: [string[], number[], (() => void)[]] = [[], [], []];
  const open = [...connections];
  const answers = new LiveAnswers({
    read: async (name, _input, { onPart }) => {
      asked.push(name);
      const [parts, end] = open.shift() ?? [[], 'whole' as const];
      for (const part of parts) onPart(part);
      if (end instanceof ApiError) throw end;
      return end;
    },
    pause: async (milliseconds) => void pauses.push(milliseconds),
    onFrame: (run) => frames.push(run),
  });
  const left: unknown[] = [];
  const ask = async (): Promise<void> => {
    const ended = Promise.withResolvers<void>();
    const input = { conversationId: ID, text: 'What is due?' };
    const onEnd = (free: unknown): void => {
      left.push(free);
      ended.resolve();
    };
    await answers.begin(['copilot.send_message', input], { question: input.text }, onEnd);
    await ended.promise;
  };
  return { answers, asked, pauses, frames, left, ask };
}

const say = (delta: string): StreamPart[] => [
  { type: 'text-start', id: 'p1' },
  { type: 'text-delta', id: 'p1', delta },
];

test('a broken stream is followed again with a backoff of up to 15 s, until it is complete', async () => {
  const away: Connection[] = Array.from({ length: 6 }, (_each, index) => [[], index % 2 ? refusal(503) : 'cut']);
  const whole: StreamPart[] = [START, ...say('Two videos.'), { type: 'finish' }];
  const { answers, asked, pauses, ask } = answersOver([[START, ...say('Two')], 'cut'], ...away, [whole, 'whole']);
  await ask();

  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect(asked).toEqual(['copilot.send_message', ...Array.from({ length: 7 }, () => 'copilot.follow_turn')]);
  const { answer, ...rest } = answers.of(ID) ?? {};
  expect([saidIn(answer?.parts ?? []), answer?.end, rest]).toEqual([
    'Two videos.',
    { status: 'completed' },
    { question: 'What is due?', isConnected: true, hasEnded: true },
  ]);
});

test('an answer ends with the remaining free answers, and a refused one has none', async () => {
  const free = { limit: 25, remaining: 18, resetAt: '2026-05-02T00:00:00.000Z' };
  const whole = [START, ...say('Two.'), { type: 'data-usage', data: { free } }, { type: 'finish' }];
  const { left, ask } = answersOver([whole, 'whole'], [[], refusal(429)]);
  await ask();
  await expect(ask()).rejects.toThrow('No.');

  expect(left).toEqual([free, undefined]);
});

test('a refused question is reported, and nothing is sent twice', async () => {
  const { answers, asked, ask } = answersOver([[], refusal(429)]);

  await expect(ask()).rejects.toThrow('No.');
  expect([asked, answers.of(ID)]).toEqual([['copilot.send_message'], undefined]);
});

test('a deleted answer is no longer followed', async () => {
  const { answers, asked, ask } = answersOver([[START], 'cut'], [[], refusal(404)]);
  await ask();

  expect([asked.length, answers.of(ID)?.hasEnded]).toEqual([2, true]);
});

test('parts that arrive together cause only one render of the page', async () => {
  const { answers, frames, ask } = answersOver([[START, ...say('Hello'), ...say(' there')], 'cut']);
  let drawn = 0;
  answers.subscribe(() => (drawn += 1));
  const asking = ask();
  expect([frames.length, drawn]).toEqual([1, 0]);
  frames[0]?.();
  expect(drawn).toBe(1);
  await asking;
});
