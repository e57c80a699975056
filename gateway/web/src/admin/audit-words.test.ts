import { expect, test } from '@jest/globals';
import { describeChanges } from './audit-words.js';

const count = (value: number): string => new Intl.NumberFormat('en').format(value);

test.each([
  ['maintenanceMode', 'false', 'true', 'Maintenance: off → on'],
  ['copilotFreeDailyLimit', 'null', '1200', 'Free copilot turns: default → 1,200'],
  ['copilotFreeDailyLimit', '25', '0', 'Free copilot turns: 25 → unlimited'],
  ['role', 'user', 'admin', 'Role: user → administrator'],
  ['slug', '', 'true', 'Slug: true'],
  ['slug', 'files', '', 'Slug: files'],
  ['slug', 'files', 'docs', 'Slug: files → docs'],
  ['url', '…', '…', 'Address changed'],
  ['authHeader', '', '…', 'Header added'],
  ['authHeader', '…', '', 'Header removed'],
  ['laterField', 'a', 'b', 'laterField: a → b'],
])('a change of %s from %j to %j reads "%s %s"', (field, from, to, words) => {
  expect(describeChanges([{ field, from, to }], count)).toBe(words);
});

test('where a limit comes from is left out beside the limit', () => {
  const changes = [
    { field: 'copilotFreeDailyLimit', from: '25', to: '50' },
    { field: 'copilotFreeDailyLimitSource', from: 'default', to: 'database' },
  ];

  expect(describeChanges(changes, count)).toBe('Free copilot turns: 25 → 50');
});
