import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { AppError } from '@svc/chassis/errors/app-error';
import { visitPages } from '../../testing/page-visitor.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

const TOKEN = 't'.repeat(43);

/** Tokens that identity received. */
let confirmed: string[];
let ended: string[];
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      reminders: {
        confirmAddress: async ({ token }) => {
          if (token !== TOKEN) {
            const message = 'The link has been used or has expired. Ask for a new one in Settings.';
            throw AppError.restore({ kind: 'unauthenticated', code: 'INVALID_CREDENTIALS', message });
          }
          confirmed.push(token);
          return {};
        },
        endReminders: async ({ token }) => {
          ended.push(token);
          return {};
        },
      },
    },
  });
});

beforeEach(() => {
  confirmed = [];
  ended = [];
});

afterAll(() => gateway.stop());

const { open } = visitPages(() => gateway);

const post = (path: string, body: FormData | URLSearchParams | undefined, headers: Record<string, string> = {}) =>
  gateway.fetch(path, { method: 'POST', headers, redirect: 'manual', ...(body !== undefined && { body }) });

describe('the page that confirms an address', () => {
  test('changes nothing when viewed, and sends no referrer', async () => {
    const response = await open(`/confirm-address?token=${TOKEN}`, {});
    const page = await response.text();

    expect(response.status).toBe(200);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
    expect(page).toContain(`<input type="hidden" name="token" value="${TOKEN}">`);
    expect(page).toContain('<title>Confirm your address · Dealbridge</title>');
    expect(page).not.toMatch(/<script|https?:/);
    expect(confirmed).toEqual([]);
  });

  test('confirms with its button, and redirects to an address without the token', async () => {
    const response = await post('/confirm-address', new URLSearchParams({ token: TOKEN }), { origin: 'null' });
    const done = await (await open(response.headers.get('location') ?? '', {})).text();

    expect([response.status, response.headers.get('location')]).toEqual([303, '/confirm-address/done']);
    expect(confirmed).toEqual([TOKEN]);
    expect(done).toContain('<h1>Address confirmed</h1>');
  });

  test.each([
    ['is used or has expired', 'x'.repeat(43), 401],
    ['is not whole', '', 404],
  ])('for a link that %s explains where to get a new one', async (_how, token, status) => {
    const response = await post('/confirm-address', new URLSearchParams({ token }));

    const page = await response.text();
    expect(response.status).toBe(status);
    expect(page).toContain('You can get a new one in Settings');
    expect(page).toContain('<a class="button main" href="/settings">Open settings</a>');
  });

  test.each(['', '?token=', '?token=a&token=b'])('makes no call at %j', async (query) => {
    const response = await open(`/confirm-address${query}`, {});

    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('<form');
  });
});

describe('the address that stops reminders', () => {
  const PATH = `/api/public/reminders/${TOKEN}`;

  test('shows a button, and stops reminders only when it is pressed', async () => {
    const response = await open(PATH, {});
    const page = await response.text();
    const head = await gateway.fetch(PATH, { method: 'HEAD' });

    expect([response.status, head.status]).toEqual([200, 200]);
    expect(response.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page).toContain('<form method="post">');
    expect(ended).toEqual([]);
  });

  const multipart = new FormData();
  multipart.append('List-Unsubscribe', 'One-Click');

  test.each([
    ['a browser', new URLSearchParams(), { origin: 'null' }],
    ['a mail provider', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), {}],
    ['a mail provider that sends parts', multipart, {}],
    ['a page of webmail', new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), { origin: 'https://mail.example' }],
  ])('stops them for %s, without a redirect', async (_who, body, headers: Record<string, string>) => {
    const response = await post(PATH, body, headers);

    expect(response.status).toBe(200);
    expect(await response.text()).toContain('<h1>Reminders stopped</h1>');
    expect(ended).toEqual([TOKEN]);
  });

  test('is an operation of the API too', async () => {
    const response = await post(PATH, undefined);

    expect(response.status).toBe(204);
    expect(ended).toEqual([TOKEN]);
  });

  test('shows a page for a malformed token, without a call', async () => {
    const response = await post('/api/public/reminders/a%20b', new URLSearchParams());

    expect(response.status).toBe(404);
    expect(await response.text()).toContain('stop reminders in Settings');
    expect(ended).toEqual([]);
  });
});
