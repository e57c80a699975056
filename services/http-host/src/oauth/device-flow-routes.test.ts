import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { appError, rateLimited } from '@svc/chassis/errors/app-error';
import { oauthError } from '@svc/chassis/errors/oauth-error';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { silentLog } from '@svc/chassis/testing/service-database';
import { z } from 'zod';
import type { RoutedRequest } from '../http/request-input.js';
import { describeSignIn } from './describe-sign-in.js';
import { type DeviceAuthorizations, deviceFlowRoutes } from './device-flow-routes.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const RESOURCE = 'https://go.example/api/shortener/v1';
const CLIENT_ID = '01900000-0000-7000-8000-000000000001';

/** A store of clients and tokens with the parts that a test needs, and the calls it received. */
let identity: DeviceAuthorizations;
let asked: object[];
let listener: LocalListener;
let url: string;

beforeAll(async () => {
  const ask = (name: keyof DeviceAuthorizations) => (request: never) => {
    asked.push(request);
    return identity[name](request) as never;
  };
  const routes = deviceFlowRoutes({
    family: 'shortener',
    authorizations: {
      registerClient: ask('registerClient'),
      startDeviceAuthorization: ask('startDeviceAuthorization'),
      redeemDeviceCode: ask('redeemDeviceCode'),
    },
    verificationUri: () => 'https://app.example/agent/authorize',
    resource: () => RESOURCE,
    addressOf: () => '203.0.113.9',
    log: silentLog,
  });
  listener = await listenLocally((request: IncomingMessage, response) => {
    const route = routes.find(({ path }) => path === request.url);
    const routed = Object.assign(request, { query: {}, params: {} }) as RoutedRequest;
    void route?.handle(routed, Object.assign(response, { locals: {} }));
  });
  url = listener.url;
});

beforeEach(() => {
  asked = [];
  identity = {
    registerClient: async ({ clientName, clientUri }) => ({
      clientId: CLIENT_ID,
      issuedAt: new Date('2026-05-01T10:00:00.500Z'),
      clientName,
      clientUri,
      scope: 'shortener.links:read',
    }),
    startDeviceAuthorization: async () => ({
      deviceCode: 'd'.repeat(43),
      userCode: 'WDJB-MJHT',
      expiresInSeconds: 900,
      intervalSeconds: 5,
    }),
    redeemDeviceCode: async () => ({
      accessToken: `svc_at_${'t'.repeat(43)}`,
      expiresInSeconds: 2_592_000,
      scope: 'shortener.links:read',
      account: { name: 'Dana', email: 'dana@example.com' },
    }),
  };
});

afterAll(() => listener.close());

const register = (body: unknown, headers: Record<string, string> = { 'content-type': 'application/json' }) =>
  fetch(`${url}/register`, { method: 'POST', headers, body: typeof body === 'string' ? body : JSON.stringify(body) });

const post = (path: string, parameters: Record<string, string> | [string, string][], headers = {}) =>
  fetch(`${url}/${path}`, { method: 'POST', headers, body: new URLSearchParams(parameters) });

const TOKEN = { grant_type: DEVICE_GRANT, client_id: CLIENT_ID, device_code: 'd'.repeat(43) };

async function errorOf(response: Response) {
  const body = (await response.json()) as { error: string; error_description: string };
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('pragma')).toBe('no-cache');
  expect(Object.keys(body)).toEqual(['error', 'error_description']);
  expect(body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  return [response.status, body.error];
}

test('a registration returns the registered metadata, not all that was requested', async () => {
  const response = await register({
    client_name: 'Example CLI',
    client_uri: 'https://cli.example',
    redirect_uris: ['http://127.0.0.1/callback'],
    grant_types: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_method: 'none',
    scope: 'shortener.links:read',
    unknown: { member: true },
  });

  expect(response.status).toBe(201);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('pragma')).toBe('no-cache');
  expect(await response.json()).toEqual({
    client_id: CLIENT_ID,
    client_id_issued_at: 1_777_629_600,
    client_name: 'Example CLI',
    client_uri: 'https://cli.example',
    grant_types: [DEVICE_GRANT],
    response_types: [],
    token_endpoint_auth_method: 'none',
    scope: 'shortener.links:read',
  });
  expect(asked).toMatchObject([
    { family: 'shortener', clientName: 'Example CLI', scope: 'shortener.links:read', clientAddress: '203.0.113.9' },
  ]);
});

test('a registration without a home page or scope returns neither', async () => {
  for (const scope of [undefined, null, ' ']) {
    const registered: unknown = await (await register({ client_name: 'CLI', client_uri: null, scope })).json();

    expect(registered).not.toHaveProperty('client_uri');
    expect(registered).not.toHaveProperty('scope');
  }
  expect(asked[0]).toMatchObject({ clientName: 'CLI' });
});

test('each step accepts the described requests, and responds exactly as described', async () => {
  const described = describeSignIn({ name: 'shortener', api: '/api', issuer: '', signIn: '', scopes: ['a'] });
  const requests: Record<string, Record<string, string>> = {
    '/register': { client_name: 'CLI', client_uri: 'https://cli.example', scope: 'shortener.links:read' },
    '/device_authorization': { client_id: CLIENT_ID, scope: 'shortener.links:read', resource: RESOURCE },
    '/token': { ...TOKEN, resource: RESOURCE },
  };
  const send = (path: string, request: Record<string, string>) =>
    path === '/register' ? register(request) : post(path.slice(1), request);

  expect(Object.keys(described)).toEqual(Object.keys(requests));
  for (const [path, request] of Object.entries(requests)) {
    const { requestBody, responses } = (described as Described)[path]!.post;
    const { required, properties } = Object.values(requestBody.content)[0]!.schema;
    const [[status, success]] = Object.entries(responses) as [[string, Described['']['post']['responses']['']]];
    const whole = { ...success.content['application/json']!.schema, additionalProperties: false };
    const least = Object.fromEntries(required.map((name) => [name, request[name] ?? '']));

    for (const sent of [request, least]) {
      const response = await send(path, sent);
      expect([path, response.status]).toEqual([path, Number(status)]);
      z.fromJSONSchema(whole).parse(await response.json());
    }
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(request)));
    for (const name of required) {
      const { [name]: _left, ...rest } = least;
      expect([path, name, (await send(path, rest)).status]).toEqual([path, name, 400]);
    }
  }
});

type Described = Record<
  string,
  {
    readonly post: {
      readonly requestBody: {
        readonly content: Record<string, { schema: { required: string[]; properties: object } }>;
      };
      readonly responses: Record<string, { content: Record<string, { schema: object }> }>;
    };
  }
>;

test.each([
  ['broken JSON', '{"client_name":', undefined],
  ['no object', '[]', undefined],
  ['no name', { client_uri: 'https://cli.example' }, undefined],
  ['a name that is no text', { client_name: 5 }, undefined],
  ['a secret', { client_name: 'CLI', token_endpoint_auth_method: 'client_secret_basic' }, undefined],
  ['a form', 'client_name=CLI', { 'content-type': 'application/x-www-form-urlencoded' }],
])("a registration with %s is refused in OAuth's format", async (_what, body, headers) => {
  expect(await errorOf(await register(body, headers))).toEqual([400, 'invalid_client_metadata']);
  expect(asked).toEqual([]);
});

test("a body that is too large is refused in OAuth's format", async () => {
  expect(await errorOf(await register({ client_name: 'a', padding: 'x'.repeat(16_400) }))).toEqual([
    413,
    'invalid_client_metadata',
  ]);
});

test('a device authorization returns codes, address, lifetime and interval', async () => {
  const response = await post('device_authorization', { client_id: CLIENT_ID, scope: 'shortener.links:read' });

  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({
    device_code: 'd'.repeat(43),
    user_code: 'WDJB-MJHT',
    verification_uri: 'https://app.example/agent/authorize',
    verification_uri_complete: 'https://app.example/agent/authorize?user_code=WDJB-MJHT',
    expires_in: 900,
    interval: 5,
  });
  expect(asked).toMatchObject([{ family: 'shortener', clientId: CLIENT_ID, scope: 'shortener.links:read' }]);
});

test('a token is returned as a bearer token with its lifetime and scope', async () => {
  const response = await post('token', TOKEN);

  expect(response.status).toBe(200);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('pragma')).toBe('no-cache');
  expect(await response.json()).toEqual({
    access_token: `svc_at_${'t'.repeat(43)}`,
    token_type: 'Bearer',
    expires_in: 2_592_000,
    account: { name: 'Dana', email: 'dana@example.com' },
    scope: 'shortener.links:read',
  });
});

test.each([
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
  'invalid_grant',
  'invalid_client',
] as const)("identity's error %s is returned as such, with the status 400", async (code) => {
  identity.redeemDeviceCode = () => Promise.reject(oauthError(code, 'Say "why".'));

  expect(await errorOf(await post('token', TOKEN))).toEqual([400, code]);
});

test('an unknown client that tried to authenticate gets 401 with its own scheme', async () => {
  identity.redeemDeviceCode = () => Promise.reject(oauthError('invalid_client', 'Unknown.'));

  const response = await post('token', TOKEN, { authorization: `Basic ${btoa('a:b')}` });

  expect(response.headers.get('www-authenticate')).toBe('Basic realm="oauth"');
  expect(await errorOf(response)).toEqual([401, 'invalid_client']);
});

test.each([
  ['no grant type', { client_id: CLIENT_ID, device_code: 'd' }, 'invalid_request'],
  ['another grant type', { ...TOKEN, grant_type: 'authorization_code' }, 'unsupported_grant_type'],
  ['no client', { grant_type: DEVICE_GRANT, device_code: 'd' }, 'invalid_request'],
  ['an empty device code', { ...TOKEN, device_code: '' }, 'invalid_request'],
  ['an endless device code', { ...TOKEN, device_code: 'd'.repeat(5_000) }, 'invalid_request'],
  ['another resource', { ...TOKEN, resource: 'https://app.example/api/agent' }, 'invalid_target'],
  ['a look-alike resource', { ...TOKEN, resource: `${RESOURCE}.evil.example` }, 'invalid_target'],
])('a token request with %s is refused before identity is called', async (_what, parameters, code) => {
  expect(await errorOf(await post('token', parameters))).toEqual([400, code]);
  expect(asked).toEqual([]);
});

test('a repeated parameter is refused, except for resource', async () => {
  const twice: [string, string][] = [...Object.entries(TOKEN), ['client_id', CLIENT_ID]];
  const resources: [string, string][] = [
    ...Object.entries(TOKEN),
    ['resource', RESOURCE],
    ['resource', `${RESOURCE}/`],
  ];

  expect(await errorOf(await post('token', twice))).toEqual([400, 'invalid_request']);
  expect((await post('token', resources)).status).toBe(200);
});

test.each(['device_authorization', 'token'])('%s accepts only a form', async (path) => {
  const headers = { 'content-type': 'application/json' };

  const json = await fetch(`${url}/${path}`, { method: 'POST', headers, body: JSON.stringify(TOKEN) });
  const nothing = await fetch(`${url}/${path}`, { method: 'POST' });

  expect(await errorOf(json)).toEqual([400, 'invalid_request']);
  expect(await errorOf(nothing)).toEqual([400, 'invalid_request']);
});

test.each(['register', 'device_authorization', 'token'])('%s accepts only POST', async (path) => {
  const response = await fetch(`${url}/${path}`);

  expect(response.headers.get('allow')).toBe('POST');
  expect(await errorOf(response)).toEqual([405, 'invalid_request']);
});

test("rate limits, outages and our own bugs also use OAuth's format, and say when to retry", async () => {
  const failures: unknown[] = [
    rateLimited('Too many.', { name: 'polls', tries: 12, windowSeconds: 60 }, 60),
    appError('UNAVAILABLE', 'Away.', { retryAfterSeconds: 1 }),
    new Error('A secret of the inside.'),
  ];
  identity.redeemDeviceCode = () => Promise.reject(failures.shift());

  const limited = await post('token', TOKEN);
  const away = await post('token', TOKEN);
  const broken = await post('token', TOKEN);

  expect(limited.headers.get('retry-after')).toBe('60');
  expect(limited.headers.get('ratelimit')).toBe('"polls";r=0;t=60');
  expect(limited.headers.get('ratelimit-policy')).toBe('"polls";q=12;w=60');
  expect(await errorOf(limited)).toEqual([429, 'temporarily_unavailable']);
  expect(await errorOf(away)).toEqual([503, 'temporarily_unavailable']);
  expect(await broken.clone().text()).not.toContain('secret');
  expect(await errorOf(broken)).toEqual([500, 'server_error']);
});
