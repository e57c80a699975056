import { expect, test } from '@jest/globals';
import { ApiError } from './api-error.ts';
import { mergeChanges, saveChanges } from './merge-changes.ts';

const BASE = { name: 'Spring', notes: 'old', price: 100, tags: ['a'] };

type Values = typeof BASE;

test('fields that only one side changed are merged without asking', () => {
  expect(mergeChanges(BASE, { ...BASE, name: 'Summer' }, { ...BASE, price: 200, tags: ['b'] })).toEqual({
    changed: { name: 'Summer' },
    conflicts: [],
  });
});

test('the user chooses between two changes of one field, unless they are equal', () => {
  const mine = { ...BASE, name: 'Summer', notes: 'same', price: 150, tags: ['a', 'b'] };
  const theirs = { ...BASE, name: 'Autumn', notes: 'same', tags: ['a', 'b'] };

  expect(mergeChanges(BASE, mine, theirs)).toEqual({
    changed: { notes: 'same', price: 150, tags: ['a', 'b'] },
    conflicts: [{ field: 'name', mine: 'Summer', theirs: 'Autumn' }],
  });
});

/** A record that another user changes before each of the first saves. */
function recordOf(theirChanges: readonly Partial<Values>[]) {
  let stored = { version: 1, ...BASE };
  const waiting = [...theirChanges];
  return {
    stored: () => stored,
    edited: {
      record: stored,
      valuesOf: ({ version: _version, ...values }: typeof stored): Values => values,
      refetch: () => Promise.resolve(stored),
      update: (changes: Partial<Values>, version: number): Promise<void> => {
        const theirs = waiting.shift();
        if (theirs) stored = { ...stored, ...theirs, version: stored.version + 1 };
        if (version !== stored.version) {
          const body = { code: 'VERSION_CONFLICT', message: 'Changed meanwhile.' };
          return Promise.reject(new ApiError(412, body, undefined));
        }
        stored = { ...stored, ...changes, version: version + 1 };
        return Promise.resolve();
      },
    },
  };
}

test('changes of two users to different fields are both saved, also twice in a row', async () => {
  const { stored, edited } = recordOf([{ price: 200 }, { notes: 'theirs' }]);

  expect(await saveChanges(edited, { ...BASE, name: 'Mine' })).toBeUndefined();

  expect(stored()).toMatchObject({ name: 'Mine', price: 200, notes: 'theirs' });
});

test('a field that both changed is not saved before the user has chosen', async () => {
  const { stored, edited } = recordOf([{ notes: 'theirs', price: 200 }]);
  const typed = { ...BASE, name: 'Mine', notes: 'mine' };

  const collision = await saveChanges(edited, typed);

  expect(stored()).toMatchObject({ name: 'Spring', notes: 'theirs' });
  expect(collision).toMatchObject({
    conflicts: [{ field: 'notes', mine: 'mine', theirs: 'theirs' }],
    values: { name: 'Mine', notes: 'mine', price: 200 },
  });

  // Keeping the local value sends the version that was shown.
  await saveChanges({ ...edited, record: collision?.record ?? edited.record }, { ...typed, price: 200 });
  expect(stored()).toMatchObject({ name: 'Mine', notes: 'mine', price: 200 });
});

test('a form without changes sends nothing', async () => {
  const { stored, edited } = recordOf([{ price: 200 }]);

  await saveChanges(edited, { ...BASE });

  expect(stored().version).toBe(1);
});
