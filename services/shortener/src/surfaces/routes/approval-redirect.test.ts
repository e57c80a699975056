import { expect, test } from '@jest/globals';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import express from 'express';
import { approvalRedirect } from './approval-redirect.js';

const ORIGIN = 'https://go.example.com';

async function open(baseUrl: string, path: string): Promise<Response> {
  const { url, close } = await listenLocally(express().use(approvalRedirect({ baseUrl, origin: ORIGIN })));
  try {
    const response = await fetch(url + path, { redirect: 'manual' });
    return new Response(await response.text(), response);
  } finally {
    await close();
  }
}

test.each(['/agent/authorize?user_code=WDJB-MJHT', '/agent/authorize/0190-x'])(
  'the page %s, where agents are let in, is on the main host',
  async (path) => {
    const response = await open('https://app.example.com', path);

    expect([response.status, response.headers.get('location')]).toEqual([303, `https://app.example.com${path}`]);
  },
);

test('without a public origin of the main host, the page refers users to the operator', async () => {
  const response = await open(ORIGIN, '/agent/authorize');

  expect(response.status).toBe(404);
  expect(await response.text()).toContain('<code>APP_ORIGIN</code>');
});
