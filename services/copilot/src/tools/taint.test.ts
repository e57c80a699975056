import { expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { isTainting } from './taint.js';

const ME = '0198e8a0-0000-7000-8000-000000000001';
const due = { dealId: 'd', dealName: 'Kiteline', videoUrl: 'https://example.com/v', lastValue: null };

function taints(name: string, output: object): boolean {
  const operation = OPERATIONS.find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return isTainting(operation, output, { userId: ME, knows: (text) => text === 'Kiteline' });
}

test.each<[string, string, object, boolean]>([
  ['the due checks of a user alone', 'deals.due_views', { items: [due] }, false],
  ['due checks with view logs', 'deals.due_views', { items: [due, { ...due, logs: [{ note: 'Seen' }] }] }, true],
  ['due checks with screenshots', 'deals.due_views', { items: [{ ...due, screenshots: [{ title: 'A page' }] }] }, true],
  ['due checks that have neither', 'deals.due_views', { items: [{ ...due, logs: [], screenshots: [] }] }, false],
  ['due checks of a teammate', 'deals.due_views', { items: [{ ...due, access: { role: 'member' } }] }, true],
  ["the user's own deals", 'deals.list', { items: [{ ownerId: ME, access: { role: 'owner' } }] }, false],
  ["another one's deal among them", 'deals.list', { items: [{ ownerId: ME }, { ownerId: 'other' }] }, true],
  ['the history of a view log, with notes of a teammate', 'deals.view_log_history', { items: [] }, true],
  ["a payment with its owner's note", 'payments.list', { items: [{ reference: null, notes: 'Pay now' }] }, true],
  ['payments without words', 'payments.list', { items: [{ reference: null, notes: '' }] }, false],
  ['activity on a deal that may be shared', 'deals.activity', { items: [{ dealName: 'Kiteline' }] }, true],
  ['brands of deals that may be shared', 'overview.get', { brands: [{ brand: 'Acme' }], atRisk: { deals: [] } }, true],
  ['deals that may be shared', 'overview.get', { brands: [], atRisk: { deals: [{ name: 'Acme' }] } }, true],
  ['an overview without names', 'overview.get', { brands: [{ brand: null }], atRisk: { deals: [] } }, false],
  ["the user's own task on a deal of others", 'tasks.get', { ownerId: ME, dealName: 'Acme', contactName: null }, true],
  ['the same in a list', 'tasks.list', { items: [{ ownerId: ME, contactName: 'Ann' }] }, true],
  ['a new task on it', 'tasks.create', { ownerId: ME, dealName: 'Acme' }, true],
  ['a new task on a deal that was read as their own', 'tasks.create', { ownerId: ME, dealName: 'Kiteline' }, false],
  ['a task of their own words', 'tasks.get', { ownerId: ME, title: 'Invoice', dealName: null }, false],
  ['where visitors come from', 'short_links.stats', { byReferrer: [{ referrer: 'evil.example', clicks: 1 }] }, true],
  ['clicks without a source', 'short_links.stats', { byReferrer: [{ referrer: null, clicks: 1 }] }, false],
  ['names of other accounts', 'contacts.get', { ownerId: ME, mutualOwners: [{ name: 'Ann' }] }, true],
  ['a capture, with the title of its page', 'screenshots.capture', { ownerId: ME }, true],
  ['a view log on a deal of others', 'deals.add_view_log', { dealName: 'Acme', note: null }, true],
  ['a view log on a due deal', 'deals.add_view_log', { dealName: 'Kiteline', note: 'Seen', promoCode: null }, false],
  ["the user's own totals", 'deals.stats', { stalledDeals: { deals: [{ name: 'Acme' }] } }, false],
  ['screenshots, whose pages strangers write', 'screenshots.list', { items: [] }, true],
])('%s: %s', (_what, name, output, expected) => {
  expect(taints(name, output)).toBe(expected);
});
