import { expect, test } from '@jest/globals';
import { createFormats } from '../../../shared/format.ts';
import { fieldsIn, readResult } from './read-result.js';

const reader = {
  formats: createFormats({ locale: 'en', timeZone: 'UTC' }),
  currency: 'EUR',
  nameOf: () => 'Robin',
};
const [DEAL, TASK] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];

const deal = { id: DEAL, ownerId: TASK, name: 'Kiteline', status: 'active', price: 120, currency: 'USD', version: 3 };

test('a list becomes rows with a name, a link and a few columns', () => {
  const output = { items: [deal, { ...deal, name: 'Glow', price: null }], total: 7 };

  expect(readResult('deals.list', output, reader)).toEqual({
    kind: 'list',
    columns: ['Status', 'Price'],
    rows: [
      { name: 'Kiteline', link: { kind: 'deal', id: DEAL }, cells: ['Active', '$120.00'] },
      { name: 'Glow', link: { kind: 'deal', id: DEAL }, cells: ['Active', '–'] },
    ],
    total: 7,
  });
});

test('a single record becomes its fields, without ids, and says when it has more', () => {
  const fields = [
    { label: 'Owner', text: 'Robin' },
    { label: 'Name', text: 'Kiteline' },
    { label: 'Status', text: 'Active' },
    { label: 'Price', text: '$120.00' },
    { label: 'Currency', text: 'USD' },
  ];
  const link = { kind: 'deal', id: DEAL };

  expect(readResult('deals.get', deal, reader)).toEqual({ kind: 'record', link, fields, hasMore: false });
  expect(readResult('deals.get', { ...deal, videos: [{ url: 'x' }] }, reader)).toMatchObject({ hasMore: true });
});

test.each([
  ['tasks.list', { id: TASK, dealId: DEAL, title: 'Call' }, { kind: 'task', id: TASK }],
  ['deals.due_views', { videoId: TASK, dealId: DEAL, videoUrl: 'https://a.example' }, { kind: 'deal', id: DEAL }],
  ['context.search', { type: 'short_links', id: TASK, title: 'Spring' }, { kind: 'link', id: TASK }],
  ['context.search', { type: 'memory', id: TASK, title: 'Note' }, undefined],
  ['deals.list', { id: '../../admin', name: 'Odd' }, undefined],
])('rows of %s link to the page of their record', (operation, item, link) => {
  expect(readResult(operation, { items: [item], total: 1 }, reader)).toMatchObject({ rows: [{ link }] });
});

test.each([
  ['of other servers', 'mcp__notes__search', { items: [deal] }],
  ['that were cut', 'deals.list', '{"items":[ [cut: 30000 bytes in total.]'],
  ['without records', 'deals.list', { items: ['a'] }],
  ['without fields', 'deals.delete', null],
])('results %s are only raw', (_what, operation, output) => {
  expect(readResult(operation, output, reader)).toBeUndefined();
});

test('characters that hide or reverse text are visible, and what was asked for is in words', () => {
  const output = { items: [{ ...deal, name: 'Kite\u202Eline' }], total: 1 };

  expect(readResult('deals.list', output, reader)).toMatchObject({ rows: [{ name: 'Kite\uFFFDline' }] });
  expect(fieldsIn('deals.list', { q: 'kite', status: 'active', dealId: DEAL, limit: 20 }, reader)).toEqual([
    { label: 'Search', text: 'kite' },
    { label: 'Status', text: 'Active' },
  ]);
  expect(fieldsIn('deals.list', '{"q": "kite', reader)).toEqual([]);
});
