import { expect, test } from '@jest/globals';
import { createFormats } from '../../shared/format.ts';
import { type AgentCall, wordsFor } from './value-words.js';

const ID = '01900000-0000-7000-8000-000000000001';
const PERSON = '01900000-0000-7000-8000-000000000002';

const reader = {
  formats: createFormats({ locale: 'en', timeZone: 'America/New_York' }),
  currency: 'EUR',
  nameOf: (userId: string) => (userId === PERSON ? 'Robin' : 'a teammate'),
};

function words(called: Partial<AgentCall>) {
  return wordsFor({ operation: 'deals.create', input: null, diff: null, summary: 'Create a deal', ...called }, reader);
}

test('numbers, days, times, enums and people are formatted as on the pages of records', () => {
  const { valueOf } = words({});

  expect(valueOf('viewsTarget', 80_000)).toBe('80,000');
  expect(valueOf('postDate', '2026-11-10')).toBe('Nov 10, 2026');
  expect(valueOf('checkedAt', '2026-11-10T02:00:00.000Z')).toContain('Nov 9, 2026');
  expect(valueOf('status', 'active')).toBe('Active');
  expect(valueOf('platform', 'youtube')).toBe('YouTube');
  expect(valueOf('assigneeId', PERSON)).toBe('Robin');
  expect([valueOf('isPinned', true), valueOf('viewCheckDays', [1, 7]), valueOf('notes', '')]).toEqual([
    'Yes',
    '1, 7',
    '–',
  ]);
  expect(valueOf('handles', [{ platform: 'x', handle: '@ann' }])).toContain('Handle: @ann');
});

test('the label of a status depends on the kind of record', () => {
  expect(words({ operation: 'tasks.update' }).valueOf('status', 'in_progress')).toBe('In progress');
  expect(words({ operation: 'payments.update' }).valueOf('status', 'paid')).toBe('Paid');
});

test("an amount uses its own currency: the user's for one created without one, else the change's", () => {
  const change = [{ field: 'price', before: '$100.00', after: '$120.00' }];

  expect(words({ input: { price: 1_200, currency: 'USD' } }).sentAmount('price')).toBe('$1,200.00');
  expect(words({ input: { price: 1_200 } }).sentAmount('price')).toBe('€1,200.00');
  const update = words({ operation: 'deals.update', input: { price: 120 }, diff: change });
  expect([update.sentAmount('price'), update.valueOf('price', 120)]).toEqual([undefined, '$120.00']);
});

test("a record's id becomes its name, if the change was stored with it", () => {
  const update = words({ operation: 'deals.update', summary: 'Update a deal: Spring: launch' });
  const payment = words({
    operation: 'payments.create',
    diff: [
      { field: 'ofDeal', before: 'Spring', after: 'Spring' },
      { field: 'contact', before: null, after: 'Ann' },
    ],
  });

  expect(update.valueOf('dealId', ID)).toBe('Spring: launch');
  expect([payment.valueOf('dealId', ID), payment.valueOf('contactId', ID)]).toEqual(['Spring', 'Ann']);
  expect(payment.valueOf('videoId', ID)).toBe(ID);
});

test("inputs of other servers' tools stay unchanged", () => {
  const { valueOf } = words({ operation: 'mcp__files__move', summary: 'Move' });

  expect([valueOf('priority', 'high'), valueOf('sentAt', '2026-11-10')]).toEqual(['high', '2026-11-10']);
  expect([valueOf('size', 80_000), valueOf('keep', true)]).toEqual(['80000', 'true']);
});
