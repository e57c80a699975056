import { expect, test } from '@jest/globals';
import { boundsOf } from './field-bounds.ts';

test('a field is bound as its operation says', () => {
  const { amount, dueDate, reference, notes } = boundsOf('payments.create');
  const { timelineDays } = boundsOf('templates.deal.create');
  const { password } = boundsOf('external_shares.create');

  expect(amount).toEqual({ required: true, minimum: 0, maximum: 999_999_999_999.99 });
  expect([dueDate, reference, notes]).toEqual([{}, { maxLength: 200 }, { maxLength: 2_000 }]);
  expect(timelineDays).toEqual({ minimum: 0, maximum: 3_650, step: 1 });
  expect(password).toEqual({ minLength: 8, maxLength: 200 });
});

test('what is absent where it stays as it is must not be empty', () => {
  expect(boundsOf('short_links.update')).toMatchObject({ url: { required: true }, title: { maxLength: 200 } });
});

test('forms name operations of the registry alone', () => {
  expect(() => boundsOf('payments.guess')).toThrow('payments.guess');
});
