import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { readSettings } from '@svc/topology/environment';
import express from 'express';
import { readConfig } from '../config.js';
import { approvalOriginOf, isBelievedHost, publicOriginOf } from './public-origin.js';

const CALLEES = [
  'IDENTITY',
  'DEAL',
  'VIEWCHECK',
  'SHORTENER',
  'SCREENSHOT',
  'COPILOT',
  'SHORTENER_HTTP',
  'SCREENSHOT_HTTP',
];
const REQUIRED = {
  ...Object.fromEntries(CALLEES.map((name) => [`${name}_ADDRESS`, '127.0.0.1:1'])),
  SHORTENER_ORIGIN: 'https://short.example',
};

let listener: LocalListener;

beforeAll(async () => {
  const app = express();
  const originOf = publicOriginOf({ publicOrigin: undefined });
  app.get('/', (incoming, response) => void response.end(originOf(incoming)));
  listener = await listenLocally(app);
});

afterAll(() => listener.close());

/** The origin for a request with these headers. */
async function originFor(headers: Record<string, string>): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(listener.url, { headers }, (response) => resolve(text(response)));
  sent.on('error', reject).end();
  return promise;
}

const configured = (environment: Record<string, string>) => {
  const config = readConfig(readSettings('gateway', { ...REQUIRED, ...environment }));
  return [publicOriginOf(config), approvalOriginOf(config)].map((originOf) =>
    originOf({ host: 'evil.example' } as never),
  );
};

test('settings take precedence in order, and the short-link domain only for the approval page', () => {
  const APP_ORIGIN = 'https://app.example/';
  const PLATFORM_EXTERNAL_URL = 'https://app.platform.example';
  const SHORT_LINK_DOMAIN = 'go.example';

  expect(configured({ APP_ORIGIN, PLATFORM_EXTERNAL_URL, SHORT_LINK_DOMAIN })).toEqual([
    'https://app.example',
    'https://app.example',
  ]);
  expect(configured({ PLATFORM_EXTERNAL_URL, SHORT_LINK_DOMAIN })).toEqual([
    'https://app.platform.example',
    'https://app.platform.example',
  ]);
  expect(approvalOriginOf(readConfig(readSettings('gateway', { ...REQUIRED, SHORT_LINK_DOMAIN })))({} as never)).toBe(
    'https://go.example',
  );
});

test.each(['127.0.0.1:8080', 'localhost', 'localhost:3000', '[::1]:8080', '192.168.1.5:8080'])(
  'without settings, a request to %s gets its own origin',
  async (host) => {
    expect(await originFor({ host })).toBe(`http://${host}`);
    expect(isBelievedHost(host)).toBe(true);
  },
);

test.each([
  'evil.example',
  'localhost.evil.example',
  'evil.example#localhost',
  'localhost@evil.example',
  'localhost:99999',
])('without settings, a request to %s gets localhost', async (host) => {
  expect(await originFor({ host })).toBe(`http://localhost:${listener.port}`);
  expect(isBelievedHost(host)).toBe(false);
});

test('headers of untrusted proxies are ignored', async () => {
  const forwarded = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };

  expect(await originFor({ host: 'localhost:1', ...forwarded })).toBe('http://localhost:1');
});
