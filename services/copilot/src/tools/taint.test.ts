import { expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { isTainting } from './taint.js';

const ME = '0198e8a0-0000-7000-8000-000000000001';
const due = { dealId: 'd', dealName: 'Kiteline', videoUrl: 'https://example.com/v', lastValue: null };

function taints(name: string, output: object): boolean {
  const operation = OPERATIONS.find((each) => each.name === name);
  if (!operation) throw new Error(`There is no operation ${name}.`);
  return isTainting(operation, output, ME);
}

test.each<[string, string, object, boolean]>([
  ['the due checks of a user alone', 'deals.due_views', { items: [due] }, false],
  ['due checks with view logs', 'deals.due_views', { items: [due, { ...due, logs: [{ note: 'Seen' }] }] }, true],
  ['due checks with screenshots', 'deals.due_views', { items: [{ ...due, screenshots: [{ title: 'A page' }] }] }, true],
  ['due checks that have neither', 'deals.due_views', { items: [{ ...due, logs: [], screenshots: [] }] }, false],
  ['due checks of a teammate', 'deals.due_views', { items: [{ ...due, access: { role: 'member' } }] }, true],
  ["the user's own deals", 'deals.list', { items: [{ ownerId: ME, access: { role: 'owner' } }] }, false],
  ["another one's deal among them", 'deals.list', { items: [{ ownerId: ME }, { ownerId: 'other' }] }, true],
  ['screenshots, whose pages strangers write', 'screenshots.list', { items: [] }, true],
])('%s: %s', (_what, name, output, expected) => {
  expect(taints(name, output)).toBe(expected);
});
