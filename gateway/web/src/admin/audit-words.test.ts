import { expect, test } from '@jest/globals';
import { describeChange } from './audit-words.js';

const count = (value: number): string => new Intl.NumberFormat('en').format(value);

test.each([
  ['maintenanceMode', 'false', 'true', 'Maintenance: off → on'],
  ['copilotFreeDailyLimit', 'null', '1200', 'Free copilot turns: default → 1,200'],
  ['copilotFreeDailyLimit', '25', '0', 'Free copilot turns: 25 → unlimited'],
  ['role', 'user', 'admin', 'Role: user → administrator'],
  ['slug', '', 'true', 'Slug: none → true'],
  ['url', '…', '…', 'Address changed'],
  ['authHeader', '', '…', 'Header added'],
  ['authHeader', '…', '', 'Header removed'],
  ['laterField', 'a', 'b', 'laterField: a → b'],
])('a change of %s from %j to %j reads "%s %s"', (field, from, to, words) => {
  expect(describeChange({ field, from, to }, count)).toBe(words);
});
