import { expect, test } from '@jest/globals';
import { withUtm } from './utm.js';

const NONE = { source: '', medium: '', campaign: '', term: '', content: '' };

test('parameters join those of the address, before its fragment', () => {
  const address = withUtm('https://shop.example.com/tea?page=2#top', {
    ...NONE,
    source: 'youtube',
    campaign: 'Tea & more',
  });

  expect(address).toBe('https://shop.example.com/tea?page=2&utm_source=youtube&utm_campaign=Tea+%26+more#top');
});

test('an existing parameter is replaced', () => {
  const address = withUtm('https://shop.example.com/?utm_source=mail', { ...NONE, source: 'youtube' });

  expect(address).toBe('https://shop.example.com/?utm_source=youtube');
});

test.each(['https://shop.example.com/a b?x=1', '/photo', 'https://'])(
  'without parameters %s stays as it was typed',
  (typed) => {
    expect(withUtm(typed, { ...NONE, source: '  ' })).toBe(typed);
  },
);

test('an invalid address is returned as typed', () => {
  expect(withUtm('/photo', { ...NONE, source: 'youtube' })).toBe('/photo');
});
