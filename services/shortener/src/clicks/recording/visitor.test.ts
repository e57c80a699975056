import { expect, test } from '@jest/globals';
import { visitorHash } from './visitor.js';

test('the hash depends on salt, network and user agent, and on nothing else', () => {
  const hashes = [
    visitorHash('salt', '203.0.113.7', 'browser'),
    visitorHash('other', '203.0.113.7', 'browser'),
    visitorHash('salt', '203.0.113.8', 'browser'),
    visitorHash('salt', '203.0.113.7', 'another'),
    visitorHash('salt', '203.0.113.7'),
  ];

  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes.every((hash) => /^[0-9a-f]{32}$/.test(hash))).toBe(true);
  expect(visitorHash('salt', '::ffff:203.0.113.7', 'browser')).toBe(hashes[0]);
});
