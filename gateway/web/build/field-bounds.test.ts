import { expect, test } from '@jest/globals';
import { boundsOf } from './field-bounds.ts';

test("a field has the bounds of its operation's input", () => {
  const { amount, dueDate, reference, notes } = boundsOf('payments.create');
  const { timelineDays } = boundsOf('templates.deal.create');
  const { password } = boundsOf('external_shares.create');

  expect(amount).toEqual({ required: true, minimum: 0, maximum: 999_999_999_999.99 });
  expect([dueDate, reference, notes]).toEqual([{}, { maxLength: 200 }, { maxLength: 2_000 }]);
  expect(timelineDays).toEqual({ minimum: 0, maximum: 3_650, step: 1 });
  expect(password).toEqual({ minLength: 8, maxLength: 200 });
});

test('an optional input that cannot be cleared makes its field required', () => {
  expect(boundsOf('short_links.update')).toMatchObject({ url: { required: true }, title: { maxLength: 200 } });
});

test('an operation that is not in the registry is refused', () => {
  expect(() => boundsOf('payments.guess')).toThrow('payments.guess');
});
