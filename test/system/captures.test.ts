import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import type { Session } from '../stack.ts';
import type { ErrorAnswer } from './answers.ts';
import { twoPixels } from './short-link-visits.ts';

let stack: OwnStack;
let user: Session;

beforeAll(async () => {
  // Nowhere to look for a browser.
  stack = await startOwnStack('settings', {
    serviceEnvironment: { screenshot: { PATH: '', CHROMIUM_PATH: undefined } },
  });
  user = await stack.signUp();
}, 180_000);

afterAll(() => stack.stop());

test('without Chromium captures alone are unavailable, and the product is as ready as ever', async () => {
  const capture = await user.post<ErrorAnswer>('/api/screenshots/capture', { sourceUrl: 'https://example.com/' });
  const upload = await user.post('/api/screenshots', { image: twoPixels().toString('base64') });
  const readiness = await stack.anyone.get<{ status: string }>('/api/readiness');

  expect([capture.status, capture.body.error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(upload.status).toBe(201);
  expect([readiness.status, readiness.body.status]).toEqual([200, 'ready']);
  expect(JSON.stringify(readiness.body)).not.toContain('degraded');
});
