import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { AppError } from '@svc/chassis/errors/app-error';
import { visitPages } from '../../testing/page-visitor.js';
import { startTestGateway, type TestGateway } from '../../testing/test-gateway.js';

const TOKEN = 't'.repeat(43);

/** The calls that identity received. */
let resets: { token: string; newPassword: string }[];
let asked: string[];
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway({
    handlers: {
      accounts: {
        resetPassword: async ({ token, newPassword }) => {
          if (token !== TOKEN) {
            const message = 'The link has been used or has expired. Ask for a new one.';
            throw AppError.restore({ kind: 'unauthenticated', code: 'INVALID_CREDENTIALS', message });
          }
          resets.push({ token, newPassword });
          return {};
        },
        requestPasswordReset: async ({ email }) => {
          asked.push(email);
          return {};
        },
      },
    },
  });
});

beforeEach(() => {
  resets = [];
  asked = [];
});

afterAll(() => gateway.stop());

const { open } = visitPages(() => gateway);

/** Sends a form like a browser that sends no referrer. */
const submit = (fields: Record<string, string>) =>
  gateway.fetch('/reset-password', {
    method: 'POST',
    headers: { origin: 'null' },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });

test('the link asks for a new password, on a page hidden from scripts, search engines and other sites', async () => {
  const response = await open(`/reset-password?token=${TOKEN}`, {});
  const page = await response.text();

  expect(response.status).toBe(200);
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(page).toContain(`<input type="hidden" name="token" value="${TOKEN}">`);
  expect(page).toContain('<title>Set a new password · Dealbridge</title>');
  expect(page).toContain('aria-describedby="newPassword-note"');
  expect(page).toContain('id="newPassword-note" class="soft">At least 8 characters.');
  expect(page).not.toMatch(/<script|https?:/);
});

test('the form sets the password and redirects to an address without the token', async () => {
  const response = await submit({ action: 'set', token: TOKEN, newPassword: 'a quite new password' });
  const done = await (await open(response.headers.get('location') ?? '', {})).text();

  expect([response.status, response.headers.get('location')]).toEqual([303, '/reset-password/done']);
  expect(resets).toEqual([{ token: TOKEN, newPassword: 'a quite new password' }]);
  expect(done).toContain('<h1>Password updated</h1>');
  expect(done).toContain('<a class="button main" href="/login">Sign in</a>');
});

test.each([
  ['/deals?q=a&mine=1', '/login?next=%2Fdeals%3Fq%3Da%26mine%3D1'],
  [`/invitations/${TOKEN}`, `/invitations/${TOKEN}`],
  ['//evil.example', '/login'],
  ['https://evil.example/deals', '/login'],
])('a visitor who wanted %s signs in at %s after the reset', async (next, path) => {
  const cookie = `svc_next=${encodeURIComponent(next)}`;

  const response = await open('/reset-password/done', { cookie });
  const done = await response.text();

  expect(response.headers.get('set-cookie')).toMatch(/^svc_next=; Path=\/reset-password; Expires=Thu, 01 Jan 1970/);
  expect(done).toContain(`<a class="button main" href="${path}">Sign in</a>`);
});

test('after a password that is too short the page asks again, with the same link', async () => {
  const response = await submit({ action: 'set', token: TOKEN, newPassword: 'short' });
  const page = await response.text();

  expect(response.status).toBe(400);
  expect(page).toContain('role="alert">Use at least 8 characters.');
  expect(page).toContain('aria-invalid="true"');
  expect(page).toContain(`value="${TOKEN}"`);
  expect(page).not.toContain('short"');
});

test.each(['password', 'PassWord123', '1234567890', 'qwertyuiop'])(
  'the password %s, which attackers try first, is refused',
  async (newPassword) => {
    const response = await submit({ action: 'set', token: TOKEN, newPassword });

    expect(response.status).toBe(400);
    expect(await response.text()).toContain('role="alert">Must not be one of the most common passwords.');
    expect(resets).toEqual([]);
  },
);

test.each([
  ['is used or has expired', 'x'.repeat(43), 401, 'The link has been used or has expired.'],
  ['is not whole', '', 400, 'The link is incomplete.'],
])('a link that %s shows the form to request another one', async (_how, token, status, problem) => {
  const response = await submit({ action: 'set', token, newPassword: 'a quite new password' });
  const page = await response.text();

  expect(response.status).toBe(status);
  expect(page).toContain(problem);
  expect(page).toContain('name="email"');
});

test('without a token the page asks for the address, and answers the same for any', async () => {
  const page = await (await open('/reset-password', {})).text();
  const response = await submit({ action: 'ask', email: 'dana@example.com' });

  expect(page).toContain('name="email"');
  expect([response.status, response.headers.get('location')]).toEqual([303, '/reset-password/asked']);
  expect(asked).toEqual(['dana@example.com']);
  expect(await (await open('/reset-password/asked', {})).text()).toContain('<h1>Check your email</h1>');
});

test('an address that is none is reported at its field, and kept', async () => {
  const response = await submit({ action: 'ask', email: 'dana' });
  const page = await response.text();

  expect(response.status).toBe(400);
  expect(page).toContain('role="alert">Enter an email address, like name@example.com.');
  expect(page).toContain('value="dana"');
});

test.each(['token=a&token=b', 'token[]=a', 'token='])('the address ?%s is not a link', async (query) => {
  const response = await open(`/reset-password?${query}`, {});

  expect(response.status).toBe(200);
  expect(await response.text()).toContain('name="email"');
});
