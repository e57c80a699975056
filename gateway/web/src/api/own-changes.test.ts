import { expect, test } from '@jest/globals';
import { noteOwnChange, versionAfterOwnChanges } from './own-changes.ts';

test("an action is based on the user's own later changes", () => {
  noteOwnChange({ id: 'task', version: 2, title: 'Call Ann' });
  noteOwnChange({ id: 'task', version: 3 });

  expect([1, 2, 3].map((seen) => versionAfterOwnChanges('task', seen))).toEqual([3, 3, 3]);
  expect(versionAfterOwnChanges('other', 1)).toBe(1);
});

test('an action is not based on changes that others made in between', () => {
  noteOwnChange({ id: 'deal', version: 2 });
  noteOwnChange({ id: 'deal', version: 4 });

  expect([1, 2, 3].map((seen) => versionAfterOwnChanges('deal', seen))).toEqual([2, 2, 4]);
});

test('a write that changed nothing does not claim the version of another user', () => {
  noteOwnChange({ id: 'payment', version: 5 }, 5);

  expect(versionAfterOwnChanges('payment', 4)).toBe(4);
});

test.each([
  ['a', { screenshotId: 'a', version: 8 }, 8],
  ['b', { server: { id: 'b', version: 8 } }, 8],
  ['c', { id: 'c', version: '8' }, 7],
  ['d', { items: [{ id: 'd', version: 8 }] }, 7],
  ['e', 'e', 7],
  ['f', undefined, 7],
])('the version of %s after a write that returned %j is %i', (id, output, version) => {
  noteOwnChange(output);

  expect(versionAfterOwnChanges(id, 7)).toBe(version);
});
