import { expect, test } from '@jest/globals';
import { BOT, BROWSER, PHONE } from '../testing/click-store.js';
import { classifyUserAgent } from './user-agent.js';

test.each([
  ['a desktop browser', BROWSER, { isBot: false, device: 'desktop', browser: 'Chrome' }],
  ['a phone', PHONE, { isBot: false, device: 'mobile', browser: 'Safari' }],
  ['a search engine', BOT, { isBot: true }],
  ['a command line tool', 'curl/8.5.0', { isBot: true }],
  ['a link preview', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)', { isBot: true }],
  ['a television', 'Mozilla/5.0 (SMART-TV; Linux; Tizen 5.0)', { isBot: false, device: 'tv', browser: 'Tizen' }],
  ['no user agent', undefined, { isBot: false, device: 'other', browser: 'other' }],
  ['a made-up name', 'Mozilla/5.0 (Toaster) Crumbs/1.0', { device: 'other', browser: 'other' }],
])('%s is recognized by its user agent', (_, userAgent, traits) => {
  expect(classifyUserAgent(userAgent)).toMatchObject(traits);
});

test('a user agent of any length and any characters has traits', () => {
  for (const userAgent of [BROWSER.repeat(100), '\0', '('.repeat(5_000), '😀'.repeat(600), '%', '\\']) {
    expect(classifyUserAgent(userAgent)).toHaveProperty('device');
  }
});
