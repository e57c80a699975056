/** Every parser of request data takes linear time for any input. */
import { expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import type { Request } from 'express';
import { readAgentCredential } from './sessions/agent-credential.js';
import { checkSameOrigin } from './sessions/same-origin.js';
import { readSessionCredential } from './sessions/session-credential.js';
import { readViewingPass } from './sessions/viewing-pass.js';

const ORIGIN = 'https://app.example.com';

const requestWith = (headers: Record<string, string>): Request =>
  ({
    headers,
    get: (name: string) => headers[name.toLowerCase()],
    params: { token: 'a' },
    path: '/',
  }) as unknown as Request;

test.each<{ parser: string; parse: (text: string) => unknown }>([
  { parser: 'cookies', parse: (text) => readSessionCredential(requestWith({ cookie: text }), ORIGIN) },
  { parser: 'cookies of viewing passes', parse: (text) => readViewingPass(requestWith({ cookie: text })) },
  { parser: 'session tokens', parse: (text) => readSessionCredential(requestWith({ authorization: text }), ORIGIN) },
  { parser: 'agent tokens', parse: (text) => readAgentCredential(requestWith({ authorization: text })) },
  {
    parser: 'origins',
    parse: (text) => checkSameOrigin(requestWith({ origin: text, referer: text }), ORIGIN, { hasCookie: true }),
  },
])('parses in linear time: $parser', async ({ parse }) => {
  expect(await findSuperlinear(parse)).toEqual([]);
});
