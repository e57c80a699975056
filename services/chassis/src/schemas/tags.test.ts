import { expect, test } from '@jest/globals';
import { Tags } from './tags.js';

test('of tags that a search treats as equal, the first is kept, in its place', () => {
  expect(Tags.parse(['vip', 'Café', ' VIP ', 'new', 'cafe', 'vip'])).toEqual(['vip', 'Café', 'new']);
});
