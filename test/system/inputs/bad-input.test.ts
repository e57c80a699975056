import { beforeAll, expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import * as fc from 'fast-check';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { newAddress } from '../../stack.ts';
import { daysAgo, type ErrorAnswer, type ImportAnswer, videoUrl } from '../answers.ts';
import { approve, askForApproval, createLink, redeem } from '../short-links/short-link-visits.ts';

const stack = await sharedStack();
let manager: Session;

beforeAll(async () => {
  manager = await stack.signUp();
});

const IMPORT = '/api/deals/bulk-import/process';
const importText = (linksText: string) => manager.post<ImportAnswer>(IMPORT, { postDate: daysAgo(1), linksText });

test('a body of 65 MB is refused with 413', async () => {
  const { status, body } = await manager.post<ErrorAnswer>(IMPORT, { linksText: 'x'.repeat(65_000_000) });

  expect([status, body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
});

test('a paste of 10,000 labels gets one error per label', async () => {
  const labels = Array.from({ length: 400 }, (_, index) => `Label ${index}\n${'more words\n'.repeat(24)}`);

  const { status, body } = await importText(`${labels.join('\n')}\nCODE: LAST\n${videoUrl(5)}`);

  expect(status).toBe(200);
  expect(body.invalid).toHaveLength(400);
  expect(body.summary).toMatchObject({ dealsCreated: 1 });
  expect(body.invalid.every(({ url, message }) => url === null && message !== '')).toBe(true);
});

test('a paste of 10,000 links exceeds the limit of one import and is refused with that limit', async () => {
  const { status, body } = await manager.post<ErrorAnswer>(IMPORT, {
    postDate: daysAgo(1),
    linksText: Array.from({ length: 10_000 }, (_, index) => videoUrl(index)).join('\n'),
  });

  expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(body.error.message).toContain('2000');
});

test('an import without links is refused', async () => {
  for (const input of [{}, { linksText: '' }, { collections: [] }, { collections: [{ urls: [] }] }]) {
    const { status, body } = await manager.post<ErrorAnswer>(IMPORT, { postDate: daysAgo(1), ...input });
    expect([status, body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  }
});

test('an import names unusable links and imports the rest', async () => {
  const { body } = await manager.post<ImportAnswer>(IMPORT, {
    postDate: daysAgo(1),
    collections: [
      {
        promoCode: 'MIXED',
        urls: [
          videoUrl(1),
          'not a link',
          'https://www.youtube.com/@creator',
          'ftp://a.example/x',
          'javascript:alert(1)',
        ],
      },
    ],
  });

  expect(body.summary).toMatchObject({ videosAdded: 1 });
  expect(body.invalid.map(({ groupIndex, url }) => [groupIndex, url])).toEqual([
    [0, 'not a link'],
    [0, 'https://www.youtube.com/@creator'],
    [0, 'ftp://a.example/x'],
    [0, 'javascript:alert(1)'],
  ]);
});

test.each([
  ['a string', '1200'],
  ['a float', 1.5],
  ['a negative number', -1],
  ['2^53', 9_007_199_254_740_992],
  ['null', null],
  ['a truth value', true],
])('a view value that is %s is refused, naming the field', async (_what, value) => {
  const id = '01900000-0000-7000-8000-000000000000';

  const { status, body } = await manager.post<ErrorAnswer>(`/api/deals/${id}/views`, { videoId: id, value });

  expect([status, body.error.details[0]?.path]).toEqual([400, 'value']);
});

/** Values of every type, and some that have broken programs before. */
const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '2026-02-30',
    '\0',
    '\ud800',
    1e308,
    -0,
    2 ** 53,
    '%',
    "'; drop table deals; --",
    '01900000-0000-7000-8000-000000000000',
  ),
);

test('no input makes a route of the API answer 5xx', async () => {
  const routes = OPERATIONS.filter(({ http }) => http.session === undefined && http.path !== '/auth/password');
  const request = fc.record({
    name: fc.constantFrom(...routes.map(({ name }) => name)),
    id: fc.oneof(fc.constant('01900000-0000-7000-8000-000000000000'), fc.string({ minLength: 1, unit: 'binary' })),
    fields: fc.array(anyValue, { maxLength: 12 }),
    extra: fc.dictionary(fc.string({ maxLength: 8 }), anyValue, { maxKeys: 2 }),
  });

  await fc.assert(
    fc.asyncProperty(request, async ({ name: operationName, id, fields, extra }) => {
      const operation = routes.find(({ name }) => name === operationName)!;
      const path = `/api${operation.http.path.replaceAll(/:\w+/g, encodeURIComponent(id.toWellFormed()))}`;
      const names = Object.keys(operation.input.shape).filter((name) => !operation.http.path.includes(`:${name}`));
      const body = {
        ...Object.fromEntries(fields.map((field, index) => [names[index % names.length] ?? 'x', field])),
        ...extra,
      };
      const method = [operation.http.method].flat()[0]!;
      const query = new URLSearchParams(
        Object.entries(body).map(([name, field]): [string, string] => [
          name,
          typeof field === 'string' ? field.toWellFormed() : JSON.stringify(field),
        ]),
      );
      const answer =
        method === 'GET'
          ? await manager.get<ErrorAnswer>(`${path}?${query}`)
          : method === 'DELETE'
            ? await manager.delete(path, { body })
            : await manager[method.toLowerCase() as 'post' | 'put' | 'patch']<ErrorAnswer>(path, body);

      expect([method, path, answer.status < 500, answer.status]).toEqual([method, path, true, answer.status]);
    }),
    { numRuns: 400 },
  );
});

test('no input makes a route of the short-link host answer 5xx, with or without a token', async () => {
  const code = await askForApproval(stack.shortenerUrl);
  await approve(manager, code.userCode);
  const token = (await redeem(stack.shortenerUrl, code)).body['access_token'] ?? '';
  const { shortId } = await createLink(manager);
  const description = (await (await fetch(`${stack.shortenerUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, object>>;
  };
  const methods = new Set(['get', 'head', 'post', 'patch', 'delete']);
  const routes = Object.entries(description.paths).flatMap(([path, item]) =>
    Object.keys(item).flatMap((method) => (methods.has(method) ? [{ path, method: method.toUpperCase() }] : [])),
  );
  const request = fc.record({
    route: fc.constantFrom(...routes),
    id: fc.oneof(fc.constant(shortId), fc.string({ minLength: 1, unit: 'binary' })),
    isAgent: fc.boolean(),
    fields: fc.dictionary(
      fc.constantFrom('url', 'slug', 'title', 'campaign', 'tags', 'expiresAt', 'reuse', 'image', 'reason', 'from', 'x'),
      fc.oneof(anyValue, fc.constant('https://example.com/')),
      { maxKeys: 5 },
    ),
  });

  await fc.assert(
    fc.asyncProperty(request, async ({ route: { path, method }, id, isAgent, fields }) => {
      const address = path.replaceAll(/\{\w+\}/g, encodeURIComponent(id.toWellFormed()));
      const hasBody = method !== 'GET' && method !== 'HEAD';
      const response = await fetch(`${stack.shortenerUrl}${address}`, {
        method,
        redirect: 'manual',
        headers: {
          'x-forwarded-for': newAddress(),
          ...(isAgent ? { authorization: `Bearer ${token}` } : {}),
          ...(hasBody ? { 'content-type': 'application/json' } : {}),
        },
        ...(hasBody ? { body: JSON.stringify(fields) } : {}),
      });
      await response.arrayBuffer();

      expect([method, address, response.status < 500, response.status]).toEqual([
        method,
        address,
        true,
        response.status,
      ]);
    }),
    { numRuns: 300 },
  );
});
