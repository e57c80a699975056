import { expect, test } from '@jest/globals';
import { array, assert, constantFrom, nat, property, string } from 'fast-check';
import { createEventReader } from './event-reader.js';

/** The events when the bytes are split at these positions. */
function readCut(text: string, cuts: readonly number[]): string[] {
  const bytes = new TextEncoder().encode(text);
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])].toSorted(
    (one, other) => one - other,
  );
  const read = createEventReader();
  return places.slice(1).flatMap((end, index) => read(bytes.subarray(places[index], end)));
}

test('names, comments and incomplete events are ignored', () => {
  const stream =
    ': ping\n\nevent: x\nid: 1\ndata: {"a":1}\n\ndata:two\ndata:  lines\n\ndata\n\ndatabase: 1\n\ndata: open\n';

  expect(readCut(stream, [])).toEqual(['{"a":1}', 'two\n lines', '']);
});

test('the result is the same however a stream is split', () => {
  const piece = constantFrom('data: ', 'ü', '\u{1F469}\u200D\u{1F467}', '\n', '\r\n', '\r', ': ping', ' ', 'data', '"');

  assert(
    property(array(piece, { maxLength: 30 }), array(nat(), { maxLength: 8 }), string(), (pieces, cuts, tail) => {
      const text = `${pieces.join('')}data: ${tail.replaceAll(/[\r\n]/g, '')}\n\n`;

      expect(readCut(text, cuts)).toEqual(readCut(text, []));
    }),
  );
});
