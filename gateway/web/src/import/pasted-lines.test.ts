import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { dismissedWith, linesOf, onlyLines, placeOfLine, withoutDone, withoutLines } from './pasted-lines.js';

const text = (...lines: string[]): string => lines.join('\n');

const SENT = text('Anna', 'a1', 'a2', '', 'Ben', 'CODE: BEN', 'b1', 'bad', 'b2', '-----', 'c1', 'Dora', 'd1');
/** The remaining text of an import that finished Ben except for one line, and Dora. */
const REMAINING = [
  { groupIndex: 0, firstLine: 1, lastLine: 3 },
  { groupIndex: 1, firstLine: 5, lastLine: 6 },
  { groupIndex: 1, firstLine: 8, lastLine: 8 },
  { groupIndex: 2, firstLine: 11, lastLine: 11 },
];
const LEFT = text('Anna', 'a1', 'a2', '', 'Ben', 'CODE: BEN', 'bad', '', 'c1');

describe('after an import', () => {
  test('the remaining groups stay, and nothing else', () => {
    expect(withoutDone(SENT, SENT, REMAINING, [])).toBe(LEFT);
    expect(withoutDone(SENT, SENT, [], [])).toBe('');
  });

  test('text typed during the import is kept, above, among and below', () => {
    const added = SENT.replace('a1', 'a1\nnew link').replace('Anna', 'new label\nAnna');

    expect(withoutDone(`${added}\n\nEve\ne1`, SENT, REMAINING, [])).toBe(
      'new label\nAnna\na1\nnew link\na2\n\nBen\nCODE: BEN\nbad\n-----\nc1\n\nEve\ne1',
    );
  });

  test('a block changed during the import is kept as a whole, because the next import recognizes it', () => {
    const changed = SENT.replace('Dora\nd1', 'Dora\nd1 d2');

    expect(withoutDone(changed, SENT, REMAINING, [])).toContain('c1\nDora\nd1 d2');
  });

  test('remaining groups are never joined, and none of their lines is lost', () => {
    const group = fc.record({
      lines: fc.array(fc.stringMatching(/^[a-z]{1,3}$/), { minLength: 1, maxLength: 4 }),
      stays: fc.boolean(),
    });

    fc.assert(
      fc.property(fc.array(group, { minLength: 1, maxLength: 8 }), fc.string({ maxLength: 5 }), (groups, typed) => {
        let line = 1;
        const kept = groups.flatMap(({ lines, stays }, groupIndex) => {
          const range = { groupIndex, firstLine: line, lastLine: line + lines.length - 1 };
          line += lines.length + 1;
          return stays ? [range] : [];
        });
        const sent = groups.map(({ lines }) => lines.join('\n')).join('\n\n');
        const left = groups.filter(({ stays }) => stays).map(({ lines }) => lines.join('\n'));

        expect(withoutDone(sent, sent, kept, [])).toBe(left.join('\n\n'));
        const later = withoutDone(`${sent}\n\n=${typed}=`, sent, kept, []);
        expect(later.split('\n\n')).toEqual(expect.arrayContaining(left));
        expect(later).toContain(`=${typed}=`);
      }),
    );
  });
});

describe('removed lines', () => {
  test('leave one blank line where two groups would become one', () => {
    expect(withoutLines('a\nb\nc', 'a\nb\nc', [{ firstLine: 2, lastLine: 2, isWithinGroup: false }], [])).toBe(
      'a\n\nc',
    );
    expect(withoutLines('a\n\nb\n\nc', 'a\n\nb\n\nc', [{ firstLine: 3, lastLine: 3, isWithinGroup: false }], [])).toBe(
      'a\n\nc',
    );
    expect(withoutLines('a\nb\nc', 'a\nb\nc', [{ firstLine: 2, lastLine: 2, isWithinGroup: true }], [])).toBe('a\nc');
    expect(withoutLines('a\n\nb', 'a\n\nb', [{ firstLine: 1, lastLine: 1, isWithinGroup: false }], [])).toBe('b');
  });

  test('are found at their new position, and kept if they were changed', () => {
    const gone = [{ firstLine: 1, lastLine: 2, isWithinGroup: false }];

    expect(withoutLines('new\n\na\nb\n\nc', 'a\nb\n\nc', gone, [])).toBe('new\n\nc');
    expect(withoutLines('a\nb2\n\nc', 'a\nb\n\nc', gone, [])).toBe('a\nb2\n\nc');
  });

  test('when dismissed, take the whole group only if it has nothing else', () => {
    const group = [{ firstLine: 1, lastLine: 2 }];

    expect(dismissedWith('CODE: X\nbad\n\nc', 2, group, true)).toEqual({
      firstLine: 1,
      lastLine: 2,
      isWithinGroup: false,
    });
    expect(dismissedWith('CODE: X\nbad\ngood', 2, group, true)).toEqual({
      firstLine: 2,
      lastLine: 2,
      isWithinGroup: true,
    });
    expect(dismissedWith('bad\nbad2', 2, group, false)).toEqual({ firstLine: 2, lastLine: 2, isWithinGroup: true });
  });
});

test('lines are counted and found as the API counts them', () => {
  const breaks = ['\n', '\r\n', '\r', '\u2028', '\u2029', '\u0085', '\v', '\f'];
  for (const lineBreak of breaks) {
    const pasted = ['one', 'two', 'three'].join(lineBreak);
    const { start, end } = placeOfLine(pasted, 2);

    expect([linesOf(pasted).length, pasted.slice(start, end)]).toEqual([3, 'two']);
  }
  expect(onlyLines('one\r\ntwo', [{ groupIndex: 0, firstLine: 2, lastLine: 2 }], [])).toBe('two');
});
