import { expect, test } from '@jest/globals';
import { matchedOnOf, matchKeysOf } from './contact-keys.js';

const NOTHING = { email: null, phone: null, handles: [] };

test('email addresses are compared without case', () => {
  expect(matchKeysOf({ ...NOTHING, email: ' Ann@Example.ORG ' })).toEqual(['email:ann@example.org']);
});

test.each([
  ['+49 (170) 123-45', 'phone:+4917012345'],
  ['0049 170 12345', 'phone:+4917012345'],
  ['0170/12345', 'phone:017012345'],
  ['＋４９ １７０ １２３４５', 'phone:+4917012345'],
])('the phone number %s is compared by its digits and whether it is international', (phone, key) => {
  expect(matchKeysOf({ ...NOTHING, phone })).toEqual([key]);
});

test.each(['110', 'n/a', '+ 12 3'])('%s is too short to identify a person', (phone) => {
  expect(matchKeysOf({ ...NOTHING, phone })).toEqual([]);
});

test('handles are compared per platform, without case and @, and without duplicates', () => {
  const handles = [
    { platform: 'Instagram', handle: '@Ann.Lee', url: null },
    { platform: 'instagram', handle: 'ann.lee', url: null },
    { platform: 'tiktok', handle: 'ann.lee', url: null },
  ];

  expect(matchKeysOf({ ...NOTHING, handles })).toEqual(['handle:instagram:ann.lee', 'handle:tiktok:ann.lee']);
});

test('a key names the field that it comes from', () => {
  const handles = [{ platform: 'x', handle: 'a:b', url: null }];

  expect(matchKeysOf({ email: 'a@b.c', phone: '+12345', handles }).map(matchedOnOf)).toEqual([
    'email',
    'phone',
    'handle',
  ]);
});
