import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { noise, paint } from '@svc/images/testing/test-images';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { readPicture } from './screenshots.ts';

const stack = await sharedStack();

const PATH = '/api/settings/logo';

async function send({ token }: Pick<Session, 'token'>, body: string | Buffer, type: string) {
  const response = await fetch(stack.gatewayUrl + PATH, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
  const answer = (await response.json()) as { imageUrl?: string; error?: { code: string; message: string } };
  return { status: response.status, ...answer };
}

/** Announces a body of this many bytes without sending any; returns the status. */
function announce({ token }: Pick<Session, 'token'>, bytes: number): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png', 'content-length': String(bytes) };
  return new Promise((resolve, reject) => {
    const sent = request(stack.gatewayUrl + PATH, { method: 'PUT', headers }, (response) => {
      resolve(response.statusCode ?? 0);
      sent.destroy();
    });
    sent.once('error', reject);
    sent.flushHeaders();
  });
}

test('a logo is served to its user alone and can be removed', async () => {
  const [owner, other] = [await stack.signUp(), await stack.signUp()];

  const { status, imageUrl = null } = await send(owner, await noise(8, 8), 'image/png');
  const details = await owner.get<{ logo: { imageUrl: string } | null }>(`${PATH}/details`);
  const own = await readPicture(stack, imageUrl, owner);

  expect([status, details.body.logo?.imageUrl]).toEqual([200, imageUrl]);
  expect([own.status, own.headers.get('content-type'), own.headers.get('cache-control')]).toEqual([
    200,
    'image/webp',
    'private, max-age=300',
  ]);
  expect([(await readPicture(stack, imageUrl, other)).status, (await readPicture(stack, imageUrl)).status]).toEqual([
    404, 401,
  ]);
  expect((await owner.delete(PATH)).status).toBe(204);
  expect((await owner.get(`${PATH}/details`)).body).toEqual({ logo: null });
});

test('an invalid logo is refused with a specific code, and an oversized one before it is read', async () => {
  const owner = await stack.signUp();

  const answers = [
    await send(owner, '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
    await send(owner, await paint(8, 8).gif().toBuffer(), 'image/gif'),
    await send(owner, (await noise(20, 20)).subarray(0, 100), 'image/png'),
    await send(owner, '{"image":"AAAA"}', 'application/json'),
  ];
  const large = await announce(owner, 40 * 1_048_576);

  expect(answers.map(({ status, error }) => [status, error?.code])).toEqual([
    [415, 'UNSUPPORTED_IMAGE'],
    [415, 'UNSUPPORTED_IMAGE'],
    [422, 'IMAGE_CORRUPT'],
    [415, 'UNSUPPORTED_MEDIA_TYPE'],
  ]);
  expect(answers[0]?.error?.message).toMatch(/^The logo must be a PNG, JPEG or WebP image/);
  expect(large).toBe(413);
});
