import { expect, test } from '@jest/globals';
import { labelOf } from './field-label.js';

test.each([
  ['totalViews', 'Total views'],
  ['postDate', 'Posted on'],
  ['viewsTarget', 'View target'],
  ['dealId', 'Deal'],
  ['ofDeal', 'Deal'],
  ['sourceUrl', 'Source URL'],
  ['id', 'Id'],
  ['offset', 'Offset'],
])('labels %s as %s', (name, label) => {
  expect(labelOf(name)).toBe(label);
});
