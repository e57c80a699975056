import { expect, test } from '@jest/globals';
import { createFormats } from '../../shared/format.ts';
import { describeChange } from './change-texts.js';

const reader = {
  formats: createFormats({ locale: 'en', timeZone: 'UTC' }),
  currency: 'EUR',
  nameOf: () => 'a teammate',
};

const call = { operation: 'payments.create', input: null, summary: 'Create a payment', destructive: false };
const ofDeal = { field: 'ofDeal', before: 'Spring', after: 'Spring' };

test.each([
  ['a new payment', [{ field: 'reference', before: null, after: 'Reshoot' }, ofDeal], 'New values', false],
  ['a changed payment', [{ field: 'reference', before: 'Shoot', after: 'Reshoot' }, ofDeal], 'Changes', true],
])('%s has a column of current values only if one changes', (_what, diff, caption, hasBefore) => {
  const change = describeChange({ ...call, conversationId: null, diff }, reader);

  expect(change).toMatchObject({ caption, hasBefore, hasAfter: true });
  expect(change?.rows).toContainEqual({ label: 'Deal', before: 'Spring', after: 'Spring' });
});
