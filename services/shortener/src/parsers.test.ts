/** Every parser of request data takes linear time for any input. */
import type { IncomingMessage } from 'node:http';
import { expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import { clientAddressOf } from '@svc/http-host/http/client-address';
import { referrerHostOf } from './clicks/recording/referrer-host.js';
import { classifyUserAgent } from './clicks/recording/user-agent.js';
import { checkSlug, isShortIdKey } from './links/short-id.js';

const addressOf = clientAddressOf(['10.0.0.0/8', '127.0.0.1']);

const forwarded = (text: string): IncomingMessage =>
  ({ headers: { 'x-forwarded-for': text }, socket: { remoteAddress: '127.0.0.1' } }) as unknown as IncomingMessage;

test.each<{ parser: string; parse: (text: string) => unknown }>([
  { parser: 'User-Agent', parse: classifyUserAgent },
  { parser: 'Referer', parse: referrerHostOf },
  { parser: 'X-Forwarded-For', parse: (text) => addressOf(forwarded(text)) },
  { parser: 'slugs', parse: checkSlug },
  { parser: 'paths', parse: isShortIdKey },
])('parses in linear time: $parser', async ({ parse }) => {
  expect(await findSuperlinear(parse)).toEqual([]);
});
