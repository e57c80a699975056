import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { HostAnswer, ShortenerService, TestHosts } from '../../testing/shortener-service.js';
import { agentWith, BASE_URL, startShortener } from '../../testing/shortener-service.js';

let service: ShortenerService;
let hosts: TestHosts;
let shortId: string;
const agent = agentWith();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
  const body = { url: 'https://example.com/page' };
  ({ shortId } = (await hosts.call('POST', '/links', { as: agent, body })).body);
});

afterAll(() => service?.stop());

const outcome = ({ status, body }: HostAnswer) => [status, body.error?.code];

test.each([
  ['GET', '/nothing'],
  ['GET', '/links/abc/nothing'],
  ['POST', '/LINKS'],
  ['GET', '/'],
])('%s of the unknown path %s answers 404', async (method, path) => {
  expect(outcome(await hosts.call(method, path))).toEqual([404, 'not_found']);
});

test.each([
  ['PUT', '/links', 'GET, HEAD, POST'],
  ['POST', '/health', 'GET, HEAD'],
  ['GET', '/photos', 'POST'],
  ['PUT', '/links/abc', 'GET, HEAD, PATCH, DELETE'],
  ['GET', '/links/abc/report', 'POST'],
  ['GET', '/agent/register', 'POST'],
])('%s of %s is rejected with the allowed methods', async (method, path, allowed) => {
  const { status, headers } = await hosts.call(method, path);

  expect(status).toBe(405);
  expect(headers.get('allow')?.split(', ').toSorted()).toEqual(allowed.split(', ').toSorted());
});

test.each([
  ['broken JSON', '{"url":', 'application/json', 400, 'validation_error'],
  ['a list', '[]', 'application/json', 400, 'validation_error'],
  ['null', 'null', 'application/json', 400, 'validation_error'],
  ['text', '"url"', 'application/json', 400, 'validation_error'],
  ['nothing', '', 'application/json', 400, 'validation_error'],
  ['a form', 'url=https%3A%2F%2Fexample.com', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
  ['no known type', 'x', 'text/plain', 415, 'unsupported_media_type'],
  ['too much', `{"url":"${'a'.repeat(300_000)}"}`, 'application/json', 413, 'payload_too_large'],
  ['a prototype', '{"url":"https://example.com/","__proto__":{"slug":"x"}}', 'application/json', 400, undefined],
  ['another charset', '{"url":"x"}', 'application/json; charset=koi8-r', 415, 'unsupported_media_type'],
])('a body that is %s is refused, for guests and agents alike', async (_, body, contentType, status, code) => {
  const headers = { 'content-type': contentType };

  const answers = [
    await hosts.call('POST', '/links', { body, headers }),
    await hosts.call('POST', '/links', { body, headers, as: agent }),
  ];

  for (const answer of answers) expect(outcome(answer)).toEqual([status, code ?? 'validation_error']);
});

test('every response of both listeners links to the service description, errors included', async () => {
  const paths = [
    '/',
    '/nothing-here',
    '/x',
    '/robots.txt',
    '/api/shortener/v1/links',
    '/api/nothing',
    '/.well-known/x',
  ];
  const answers = await Promise.all([
    ...paths.map((path) => fetch(hosts.publicUrl + path)),
    ...paths.map((path) => fetch(hosts.internalUrl + path)),
    hosts.open('/%'),
    hosts.open('/mcp'),
    hosts.open('/api/shortener/v1/links', { method: 'POST', body: '{' }),
    hosts.open(`/api/shortener/v1/links/${shortId}/qr`),
  ]);

  for (const { headers, status, url } of answers) {
    expect([url, status < 500, headers.get('content-signal')]).toEqual([
      url,
      true,
      'ai-train=no, search=yes, ai-input=yes',
    ]);
    expect(headers.get('link')).toContain(`<${BASE_URL}/.well-known/api-catalog>; rel="api-catalog"`);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('an error has the envelope of the API and a request id, and leaks no internals', async () => {
  const { headers, body } = await hosts.call('GET', '/links/never-was', {
    headers: { 'x-request-id': 'my-request.1' },
  });

  expect(body).toEqual({
    error: { code: 'not_found', message: expect.any(String), details: [], requestId: 'my-request.1' },
  });
  expect(headers.get('x-request-id')).toBe('my-request.1');
  expect(headers.has('x-powered-by')).toBe(false);
});

test('the QR code of a link is served as SVG and PNG, and is 404 for an unknown link', async () => {
  const path = `${hosts.publicUrl}/api/shortener/v1/links/${shortId}/qr`;

  const [svg, png, wrong, unknown] = await Promise.all([
    fetch(path),
    fetch(`${path}?format=png`),
    fetch(`${path}?format=gif`),
    fetch(path.replace(shortId, 'never-was')),
  ]);

  expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await svg.text()).toMatch(/^<svg/);
  expect([png.status, png.headers.get('content-type')]).toEqual([200, 'image/png']);
  expect(
    Buffer.from(await png.arrayBuffer())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');
  expect(svg.headers.get('content-security-policy')).toContain('sandbox');
  expect([wrong.status, unknown.status]).toEqual([400, 404]);
});

test('anyone may report a link, and too many reports from one address are refused', async () => {
  const report = (id: string, reason: unknown, address?: string) =>
    hosts.call('POST', `/links/${id}/report`, { body: { reason }, ...(address === undefined ? {} : { address }) });

  const received = await report(shortId, ' It wants my password. ');
  const refused = [await report(shortId, ''), await report(shortId, 'x'.repeat(2_001)), await report('never-was', 'x')];
  const statuses: number[] = [];
  for (let count = 1; count <= 21; count += 1) statuses.push((await report(shortId, 'Spam', '198.51.100.9')).status);

  expect([received.status, received.body]).toEqual([202, { status: 'received' }]);
  expect(refused.map(outcome)).toEqual([
    [400, 'validation_error'],
    [400, 'validation_error'],
    [404, 'not_found'],
  ]);
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([202]));
  expect(statuses[20]).toBe(429);
  const { rows } = await service.pool.query(
    `select reason, status from shortener.link_reports order by created_at, id limit 1`,
  );
  expect(rows).toEqual([{ reason: 'It wants my password.', status: 'open' }]);
});

test('health reports the status and the URLs of the documents', async () => {
  const { status, body } = await hosts.call('GET', '/health');

  expect(status).toBe(200);
  expect(body).toMatchObject({ status: 'ok', service: 'shortener', version: '1.2.3' });
});
