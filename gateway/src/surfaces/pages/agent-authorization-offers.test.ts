import { afterEach, expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { DANA } from '../../testing/page-visitor.js';
import { startTestGateway, type TestGateway, type TestGatewayOptions } from '../../testing/test-gateway.js';

const REQUEST_ID = '01900000-0000-7000-8000-000000000009';
const PAGE = `/agent/authorize/${REQUEST_ID}`;
const AUTHORIZATION = {
  id: REQUEST_ID,
  family: 'bridge',
  status: 'pending',
  userCode: 'WDJB-MJHT',
  clientName: 'Desk assistant',
  clientUri: null,
  scopes: ['svc.write.sensitive', 'mcp'],
  expiresAt: new Date(),
  tokenLifetimeSeconds: 3_600,
  tokenExpiresAt: null,
};
const OPEN = { maintenanceMode: false, allowPublicSignup: true, sendsMail: true };

let gateway: TestGateway | undefined;

afterEach(() => gateway?.stop());

async function readPage(options: TestGatewayOptions, isSignedIn: boolean): Promise<string> {
  const { systemSettings = {} } = options.handlers ?? {};
  gateway = await startTestGateway({
    ...options,
    handlers: {
      accounts: { getAccount: async () => ({ user: DANA, teams: [] }) },
      agentAuthorizations: {
        getAuthorizationRequest: async () => ({ request: AUTHORIZATION, passwordRequired: false }),
      },
      systemSettings,
    },
  });
  const headers = isSignedIn ? { cookie: `svc_session=${gateway.signIn().token}` } : {};
  return (await gateway.fetch(PAGE, { headers })).text();
}

test('a user reads that each sensitive change needs their approval', async () => {
  const html = await readPage({}, true);

  expect(html).toContain(
    'Ask to create, change or delete deals, contacts and payments, and to delete other records. You approve each one.',
  );
  expect(html).toContain('on everything you can see. You approve each sensitive change and deletion.');
});

test('where the operator waives approvals, the page promises only those of deletions', async () => {
  const html = await readPage({ approvesNonDeleteWrites: false }, true);

  expect(html).toContain(
    'Create, change and delete deals, contacts and payments, and delete other records. You approve only deletions.',
  );
  expect(html).toContain('on everything you can see. You approve deletions and standing instructions.');
  expect(html).not.toContain('You approve each');
});

test('a signed-out user without an account can create one, and returns to the page', async () => {
  const html = await readPage({ handlers: { systemSettings: { getPublicSettings: async () => OPEN } } }, false);

  expect(html).toContain(`<a href="/signup?next=${encodeURIComponent(PAGE)}">Create an account</a>`);
});

test.each([
  ['sign-up is closed', async () => ({ ...OPEN, allowPublicSignup: false })],
  ['the settings are out of reach', () => Promise.reject(appError('UNAVAILABLE', 'Down.'))],
])('the page offers no account when %s', async (_why, getPublicSettings) => {
  const html = await readPage({ handlers: { systemSettings: { getPublicSettings } } }, false);

  expect(html).toContain('Sign in to Dealbridge');
  expect(html).not.toContain('Create an account');
});
