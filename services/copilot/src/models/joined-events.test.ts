import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { createEventJoiner } from './joined-events.js';

const event = (data: unknown): string => `data: ${JSON.stringify(data)}\n\n`;
const chunkOf = (choice: object, rest: object = {}): string =>
  event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [choice], ...rest });
const saying = (content: string): string => chunkOf({ index: 0, delta: { content }, finish_reason: null });

/** The output for a stream that arrives in these pieces. */
function joined(...pieces: readonly (string | Uint8Array)[]): string {
  const join = createEventJoiner();
  return Buffer.concat(pieces.map((piece) => join(Buffer.from(piece as string), true))).toString();
}

/** The stream's events in order, with consecutive words joined. */
function contentOf(stream: string): unknown[] {
  const told: unknown[] = [];
  for (const text of stream.split('\n\n').slice(0, -1)) {
    const { choices } = text.startsWith('data: {') && text.endsWith('}') ? JSON.parse(text.slice(6)) : { choices: [] };
    const words = choices[0]?.delta?.content;
    const last = told.at(-1);
    if (typeof words !== 'string' || choices[0].finish_reason !== null) told.push({ text });
    else if (typeof last === 'string') told[told.length - 1] = last + words;
    else told.push(words);
  }
  return told;
}

test('events that only add text become one', () => {
  const stream = joined(saying('How ') + saying('are ') + saying('“you”?'));

  expect(stream).toBe(saying('How are “you”?'));
});

test.each([
  ['the role', chunkOf({ index: 0, delta: { role: 'assistant', content: 'a' }, finish_reason: null }) + saying('b'), 1],
  ['a finish reason', saying('a') + chunkOf({ index: 0, delta: { content: 'b' }, finish_reason: 'stop' }), 2],
  ['a call', saying('a') + chunkOf({ index: 0, delta: { content: '', tool_calls: [] } }) + saying('b'), 3],
  ['reasoning', saying('a') + chunkOf({ index: 0, delta: { content: 'b', reasoning_content: 'c' } }), 2],
  ['usage', saying('a') + chunkOf({ index: 0, delta: { content: 'b' } }, { usage: { total_tokens: 3 } }), 2],
  ['an error', saying('a') + chunkOf({ index: 0, delta: { content: 'b' } }, { error: { code: 429 } }), 2],
  ['another choice', saying('a') + chunkOf({ index: 1, delta: { content: 'b' } }), 2],
  ['a comment, the end and what is no JSON', `${saying('a')}: ping\n\ndata: [DONE]\n\ndata: {"x\n\n`, 4],
])('with %s among them nothing is lost', (_what, stream, events) => {
  const text = joined(stream);

  expect(contentOf(text)).toEqual(contentOf(stream));
  expect(text.split('\n\n')).toHaveLength(events + 1);
});

test('the content is the same however the stream is split', () => {
  const words = fc.string({ unit: 'grapheme', maxLength: 6 }).map(saying);
  const other = fc.constantFrom(': ping\n\n', 'data: [DONE]\n\n', event({ choices: [], usage: { total_tokens: 1 } }));
  const streams = fc.array(fc.oneof({ weight: 4, arbitrary: words }, other), { maxLength: 20 });
  fc.assert(
    fc.property(streams, fc.array(fc.nat(4_000), { maxLength: 10 }), (events, places) => {
      const bytes = Buffer.from(events.join(''));
      const cuts = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
      const pieces = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));

      expect(contentOf(joined(...pieces))).toEqual(contentOf(events.join('')));
    }),
  );
});

test('other events pass unchanged', () => {
  const stream = Buffer.from(saying('a') + saying('b'));

  expect(createEventJoiner()(stream, false)).toBe(stream);
});

test('a stream with other line endings passes unchanged', () => {
  const stream = (saying('a') + saying('b')).replaceAll('\n', '\r\n');

  expect(joined(stream)).toBe(stream);
});
