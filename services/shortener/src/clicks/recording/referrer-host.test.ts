import { expect, test } from '@jest/globals';
import { referrerHostOf } from './referrer-host.js';

test.each([
  ['https://Example.com/path?q=1', 'example.com'],
  ['http://example.com:8080/', 'example.com'],
  ['https://user:password@example.com/', 'example.com'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['android-app://com.Slack/', 'com.slack'],
  ['http://[2001:db8::1]/', '[2001:db8::1]'],
  [`https://example.com/${'a'.repeat(10_000)}`, 'example.com'],
  ['javascript:alert(1)', ''],
  ['about:blank', ''],
  ['example.com', ''],
  ['', ''],
  [undefined, ''],
])('the host of %j is %j', (referrer, host) => {
  expect(referrerHostOf(referrer)).toBe(host);
});
