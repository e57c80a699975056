import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { startTestGateway, testDeal, type TestGateway } from '../testing/test-gateway.js';

let gateway: TestGateway;
let lastCall: unknown;

beforeAll(async () => {
  const createDeal = async (request: unknown) => {
    lastCall = request;
    return { deal: testDeal() };
  };
  gateway = await startTestGateway({ handlers: { deals: { createDeal } } });
});

beforeEach(() => {
  lastCall = undefined;
});

afterAll(() => gateway.stop());

const bearer = (token = gateway.signIn().token) => ({ authorization: `Bearer ${token}` });
const json = { 'content-type': 'application/json' };

test('malformed JSON, arrays and scalars are refused with their own messages', async () => {
  const headers = { ...bearer(), ...json };
  const post = async (body: string) => (await gateway.fetch('/api/deals', { method: 'POST', headers, body })).json();

  expect(await post('{"name":')).toMatchObject({ error: { code: 'MALFORMED_JSON' } });
  expect(await post('[]')).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  expect(await post('"text"')).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  expect(await post('null')).toMatchObject({ error: { code: 'VALIDATION_ERROR' } });
  expect(await post(`{"name":${'['.repeat(50_000)}${']'.repeat(50_000)}}`)).toMatchObject({
    error: { code: 'VALIDATION_ERROR' },
  });
});

test('another content type is 415, and a body over the limit is 413 whether or not its length was announced', async () => {
  const headers = { ...bearer(), ...json };
  const large = JSON.stringify({ name: 'x'.repeat(1_100_000) });
  const chunked = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(large));
      controller.close();
    },
  });

  const form = await gateway.fetch('/api/deals', {
    method: 'POST',
    headers: bearer(),
    body: new URLSearchParams('a=b'),
  });
  const said = await gateway.fetch('/api/deals', { method: 'POST', headers, body: large });
  const unsaid = await gateway.fetch('/api/deals', { method: 'POST', headers, body: chunked, duplex: 'half' } as never);

  expect([form.status, said.status, unsaid.status]).toEqual([415, 413, 413]);
  expect(await said.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } });
});

test('no body is read before its sender is identified', async () => {
  const body = gzipSync(`{"a":[${'{},'.repeat(500_000)}{}]}`);
  const headers = { ...json, 'content-encoding': 'gzip' };

  const unknown = await gateway.fetch('/api/contacts/import', { method: 'POST', headers, body });
  const unknownForm = await gateway.fetch('/api/deals', { method: 'POST', body: new URLSearchParams('a=b') });
  const known = await gateway.fetch('/api/contacts/import', {
    method: 'POST',
    headers: { ...headers, ...bearer() },
    body,
  });

  expect([unknown.status, unknownForm.status, known.status]).toEqual([401, 401, 415]);
});

test('a permission that ends while the body arrives is not applied', async () => {
  const { token } = gateway.signIn();
  const calls = gateway.asked.calls;
  const parts = new TransformStream<Uint8Array, Uint8Array>();
  const writer = parts.writable.getWriter();
  const send = (text: string) => writer.write(new TextEncoder().encode(text));
  const headers = { ...bearer(token), ...json };
  const answering = gateway.fetch('/api/deals', {
    method: 'POST',
    headers,
    body: parts.readable,
    duplex: 'half',
  } as never);
  void send('{"name":');
  await eventually(() => expect(gateway.asked.calls).toBeGreaterThan(calls));

  gateway.signOut(token);
  await send('"A"}');
  await writer.close();

  expect((await answering).status).toBe(401);
  expect(lastCall).toBeUndefined();
});

test('anonymous calls may have only small bodies, and list at most twenty errors', async () => {
  const signIn = (fields: object) =>
    gateway.fetch('/api/auth/login', { method: 'POST', headers: json, body: JSON.stringify(fields) });
  const unknownFields = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1]));

  const large = await signIn({ email: 'a@example.com', password: 'x'.repeat(20_000) });
  const wrong = await signIn(unknownFields);

  expect(large.status).toBe(413);
  expect(((await wrong.json()) as { error: { details: object[] } }).error.details).toHaveLength(20);
});
