import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const CALLS = 10;
const AT = new Date();

let gateway: TestGateway;
let isShortenerAway = false;

beforeAll(async () => {
  const usage = (records: number) => async () => ({ records, recordsMax: 20, bytes: 300, bytesMax: 4_000 });
  gateway = await startTestGateway({
    sessionCallsPerMinute: CALLS,
    handlers: {
      accounts: {
        getAccount: async (_request, { user }) => ({
          user: {
            id: user.userId,
            email: '',
            name: '',
            role: 'user',
            createdAt: AT,
            updatedAt: AT,
            version: 1,
            emailConfirmed: false,
          },
          teams: [],
        }),
      },
      screenshotUsage: { getUsage: usage(7) },
      templateUsage: { getUsage: usage(2) },
      photoUsage: {
        getUsage: async () => {
          if (isShortenerAway) throw appError('UNAVAILABLE', 'Away.');
          return { records: 0, bytes: 5, bytesMax: 6 };
        },
      },
    },
  });
});

afterAll(() => gateway?.stop());

const read = (token: string, path = '/api/deals', init: RequestInit = {}) =>
  gateway.fetch(path, { ...init, headers: { authorization: `Bearer ${token}` } });

test('a user who calls too often must wait, with headers that show the remaining calls before', async () => {
  const { token, user } = gateway.signIn();
  const other = gateway.signIn({ userId: user.userId });
  const told: (string | null)[] = [];
  for (let count = 0; count < CALLS; count += 1) {
    const response = await read(count % 2 === 0 ? token : other.token);
    expect(response.status).not.toBe(429);
    told.push(response.headers.get('ratelimit'));
  }

  const refused = await read(token);
  const ofAnother = await read(gateway.signIn().token);

  expect(told.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => null));
  expect(told.slice(7)).toEqual([2, 1, 0].map((left) => expect.stringMatching(`^"session-calls";r=${left};t=\\d+$`)));
  expect(refused.status).toBe(429);
  expect(refused.headers.get('ratelimit-policy')).toBe(`"session-calls";q=${CALLS};w=60`);
  expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(await refused.json()).toMatchObject({
    error: { code: 'RATE_LIMITED', message: 'Too many tries to call the API. Try again in a minute.' },
  });
  expect(ofAnother.status).not.toBe(429);
});

test('images and downloads do not count, and still work at the limit', async () => {
  const { token } = gateway.signIn();
  const id = '01900000-0000-7000-8000-000000000001';
  const files = [`/api/screenshots/${id}/image`, `/api/screenshots/${id}/thumbnail`, '/api/contacts/export.csv'];
  for (let count = 0; count < CALLS; count += 1) await read(token, files[count % files.length]);
  expect((await read(token)).status).not.toBe(429);
  for (let count = 1; count < CALLS; count += 1) await read(token);

  const [call, ...others] = [await read(token), ...(await Promise.all(files.map((path) => read(token, path))))];

  expect(call?.status).toBe(429);
  expect(others.map(({ status }) => status)).not.toContain(429);
});

test("an account reports its user's storage, except usage that is unknown", async () => {
  const { token } = gateway.signIn();
  const counted = (count: number) => ({ count, countMax: 20, bytes: 300, bytesMax: 4_000 });
  const [screenshots, templates] = [counted(7), counted(2)];

  const all = (await (await read(token, '/api/auth/me')).json()) as object;
  isShortenerAway = true;
  const withoutPhotos = (await (await read(token, '/api/auth/me')).json()) as object;
  isShortenerAway = false;

  expect(all).toMatchObject({ usage: { screenshots, templates, photos: { bytes: 5, bytesMax: 6 } } });
  expect(withoutPhotos).toMatchObject({ usage: { screenshots, templates, photos: null } });
});
