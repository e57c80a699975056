import { expect, test } from '@jest/globals';
import { readHandles } from './handle-text.js';

test.each([
  ['instagram:ann', { platform: 'instagram', handle: 'ann', url: null }],
  [
    'TikTok: @ann https://www.tiktok.com/@ann',
    { platform: 'tiktok', handle: '@ann', url: 'https://www.tiktok.com/@ann' },
  ],
  ['youtube:Ann Lee', { platform: 'youtube', handle: 'Ann Lee', url: null }],
  ['youtube:Ann Lee https://youtu.be/a', { platform: 'youtube', handle: 'Ann Lee', url: 'https://youtu.be/a' }],
  ['discord:ann: the second', { platform: 'discord', handle: 'ann: the second', url: null }],
  ['https://www.tiktok.com/@ann', { platform: 'tiktok', handle: '@ann', url: 'https://www.tiktok.com/@ann' }],
  ['www.instagram.com/ann', { platform: 'instagram', handle: 'ann', url: 'https://www.instagram.com/ann' }],
  [
    'https://www.facebook.com/profile.php?id=12',
    { platform: 'facebook', handle: '12', url: 'https://www.facebook.com/profile.php?id=12' },
  ],
])('%s is read as the export writes it', (text, handle) => {
  expect(readHandles(text)).toEqual({ handles: [handle], unread: [], unreadCount: 0 });
});

test.each([
  'just-a-name',
  'a platform: ann',
  'platform:',
  ':ann',
  'platform:/ann',
  'https://example.org/ann',
  'https://www.instagram.com/p/x',
])('%s does not name a platform', (text) => {
  expect(readHandles(text)).toEqual({ handles: [], unread: [text], unreadCount: 1 });
});
