import { expect, test } from '@jest/globals';
import { createFormats } from '../../shared/format.ts';
import { describeChange, sendsMore } from './change-texts.js';

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

test.each([
  ['all fields are in the table', { reference: 'Reshoot' }, 'Reshoot', false],
  ['a field is missing from the table', { reference: 'Reshoot', direction: 'outgoing' }, 'Reshoot', true],
  ['the table cuts a long text', { reference: 'x'.repeat(3_000) }, 'x'.repeat(3_000), true],
])('the whole input is offered only where it says more: %s', (_what, input, after, isMore) => {
  const diff = [{ field: 'reference', before: null, after }, ofDeal];

  expect(sendsMore({ ...call, conversationId: null, input, diff }, reader, [])).toBe(isMore);
});

const ids = { dealId: '0199aaaa-0000-7000-8000-000000000001', paymentId: '0199aaaa-0000-7000-8000-000000000002' };

test.each([
  ['a date in other words', { dueDate: '2026-05-01' }, { field: 'dueDate', before: null, after: 'May 1, 2026' }],
  ['an amount', { amount: 120 }, { field: 'amount', before: '$100.00', after: '$120.00' }],
  [
    'a record by its name',
    { contactId: '0199aaaa-0000-7000-8000-000000000003' },
    { field: 'contact', before: null, after: 'Ada' },
  ],
  ['a deletion, of which only the ids are sent', {}, { field: 'amount', before: '$100.00', after: null }],
])("neither the record's ids nor what the table shows count as more: %s", (_what, input, change) => {
  const update = { ...call, operation: 'payments.update', input: { ...ids, ...input }, diff: [change, ofDeal] };

  expect(sendsMore({ ...update, conversationId: null }, reader, ['dealId', 'paymentId'])).toBe(false);
});
