import { expect, test } from '@jest/globals';
import { readGroups } from './read-groups.js';

const PASTED_CHARACTERS = 4_500_000;

const refusal = (piece: string): Promise<unknown> => {
  const linksText = piece.repeat(PASTED_CHARACTERS / piece.length);
  return readGroups({ postDate: '2026-01-01', collections: [], linksText }).catch((error: unknown) => error);
};

test('other work runs while a text of nothing but labels is parsed and refused', async () => {
  let turns = 0;
  let immediate: NodeJS.Immediate;
  const count = (): void => {
    turns += 1;
    immediate = setImmediate(count);
  };
  count();

  const refused = await refusal('a\n').finally(() => clearImmediate(immediate));

  expect(refused).toMatchObject({ code: 'VALIDATION_ERROR', message: expect.stringContaining('at least one link') });
  // Each step has 10 ms, and parsing the whole text takes far more than 20 of them on any machine.
  expect(turns).toBeGreaterThan(20);
});

test('a text of nothing but groups is refused', async () => {
  expect(await refusal('a\n\n')).toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('must have at most 500 groups'),
  });
});

test('an address without https:// is reported as such, not as a label without links', async () => {
  const linksText = 'https://youtu.be/dQw4w9WgXcQ\n\nexample.com/video\n\nGlow Skincare';

  const { invalid } = await readGroups({ postDate: '2026-01-01', collections: [], linksText });

  expect(invalid.map(({ message }) => message)).toEqual([
    '"example.com/video" is not a full link. Add https:// in front.',
    '"Glow Skincare" has no links. Add its links, or remove it.',
  ]);
});
