import { expect, test } from '@jest/globals';
import { array, assert, nat, property, string } from 'fast-check';
import { createEventReader } from '../../api/event-reader.js';
import type { StreamPart } from '../../api/stream-parts.js';
import { addPart, type Answer, NO_ANSWER, saidIn } from './answer.js';

const START: StreamPart = { type: 'start', messageId: 'm1', messageMetadata: { turnId: 't1' } };

const answerOf = (...parts: readonly StreamPart[]): Answer => parts.reduce(addPart, NO_ANSWER);

const say = (id: string, ...deltas: readonly string[]): StreamPart[] => [
  { type: 'text-start', id },
  ...deltas.map((delta) => ({ type: 'text-delta', id, delta })),
  { type: 'text-end', id },
];

test('a message is built from the parts of its stream', () => {
  const thought = [
    { type: 'reasoning-start', id: 'p1' },
    { type: 'reasoning-delta', id: 'p1', delta: 'Hm' },
    { type: 'reasoning-end', id: 'p1' },
  ];
  const model = { type: 'data-model', data: { modelId: 'lane|one' }, transient: true };
  const answer = answerOf(START, model, { type: 'start-step' }, ...thought, ...say('p2', 'Hel', 'lo.'), {
    type: 'finish-step',
  });

  expect(answer).toEqual({
    messageId: 'm1',
    turnId: 't1',
    modelId: 'lane|one',
    parts: [
      { type: 'step-start' },
      { type: 'reasoning', id: 'p1', text: 'Hm', isOpen: false },
      { type: 'text', id: 'p2', text: 'Hello.', isOpen: false },
    ],
    end: undefined,
  });
  expect(saidIn(answer.parts)).toBe('Hello.');
});

test.each<[string, StreamPart[], Answer['end']]>([
  ['finish', [{ type: 'finish', finishReason: 'stop' }], { status: 'completed' }],
  ['abort', [{ type: 'abort' }], { status: 'stopped' }],
  [
    'a failure',
    [
      { type: 'data-error', data: { code: 'PROVIDER_UNAVAILABLE', retryAfterSeconds: 30, requestId: 'r1' } },
      { type: 'error', errorText: 'It does not answer.' },
      { type: 'finish', finishReason: 'error' },
    ],
    {
      status: 'failed',
      code: 'PROVIDER_UNAVAILABLE',
      sentence: 'It does not answer.',
      retryAfterSeconds: 30,
      requestId: 'r1',
    },
  ],
  ['an error alone', [{ type: 'error', errorText: 'No.' }], { status: 'failed', code: undefined, sentence: 'No.' }],
])('an answer ends with %s', (_name, last, end) => {
  const answer = answerOf(START, ...say('p1', 'Half'), ...last);

  expect([answer.end, saidIn(answer.parts)]).toEqual([end, 'Half']);
});

test('the remaining free answers are sent at the end', () => {
  const free = { limit: 25, used: 7, remaining: 18, resetAt: '2026-05-02T00:00:00.000Z' };
  const usage = { type: 'data-usage', data: { free }, transient: true };

  expect(answerOf(START, ...say('p1', 'Hello.'), usage, { type: 'finish' }).free).toEqual(free);
});

test('a followed stream repeats its message, and a discarded step is dropped', () => {
  const half = answerOf(START, { type: 'start-step' }, ...say('p1', 'Half'));
  const again = [START, { type: 'start-step' }, ...say('p1', 'Half', ' and whole')].reduce(addPart, half);
  const reset = [{ type: 'reset-step' }, ...say('p2', 'Another.')].reduce(addPart, again);

  expect(saidIn(again.parts)).toBe('Half and whole');
  expect(saidIn(reset.parts)).toBe('Another.');
});

test('unknown parts, and pieces of a missing part, change nothing', () => {
  const answer = answerOf(START, ...say('p1', 'Hello.'));
  const strange = [
    { type: 'tool-input-start', toolCallId: 'c1' },
    { type: 'data-usage', data: null },
    { type: 'text-delta', id: 'p9', delta: 'x' },
    { type: 'text-delta', id: 'p1', delta: 'x' },
    { type: 'toString' },
  ];

  expect(strange.reduce(addPart, answer)).toEqual(answer);
});

test('look-ups of the copilot are shown in place, with their outcome', () => {
  const called = { toolCallId: 'c1', toolName: 'deals.get', input: { dealId: 'd' } };
  const refused = { toolCallId: 'c2', toolName: 'deals.list', input: {}, errorText: 'VALIDATION_ERROR: No.' };
  const answer = answerOf(
    START,
    { type: 'start-step' },
    { type: 'tool-input-start', toolCallId: 'c1', toolName: 'deals.get' },
    { type: 'tool-input-available', ...called },
    { type: 'tool-input-error', ...refused },
    { type: 'tool-output-available', toolCallId: 'c1', output: { name: 'Kiteline' } },
    ...say('p3', 'Kiteline.'),
  );

  expect(answer.parts.slice(1)).toMatchObject([
    { type: 'dynamic-tool', ...called, state: 'output-available', output: { name: 'Kiteline' } },
    { type: 'dynamic-tool', ...refused, state: 'output-error' },
    { type: 'text', text: 'Kiteline.' },
  ]);
  expect(saidIn(answer.parts)).toBe('Kiteline.');
});

test('the message is the same however the bytes of a stream are split', () => {
  assert(
    property(array(string({ unit: 'grapheme' })), array(nat(), { maxLength: 6 }), (deltas, cuts) => {
      const parts = [START, { type: 'start-step' }, ...say('p1', ...deltas), { type: 'finish' }];
      const bytes = new TextEncoder().encode(parts.map((part) => `data: ${JSON.stringify(part)}\n\n`).join(''));
      const places = [...cuts.map((cut) => cut % bytes.length), bytes.length].toSorted((one, other) => one - other);
      const read = createEventReader();
      let [answer, from] = [NO_ANSWER, 0];
      for (const to of places) {
        for (const event of read(bytes.subarray(from, to))) answer = addPart(answer, JSON.parse(event) as StreamPart);
        from = to;
      }

      expect(answer).toEqual(answerOf(...parts));
      expect(saidIn(answer.parts)).toBe(deltas.join(''));
    }),
  );
});
