import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Log } from '@svc/chassis/logging/log';
import { httpbis } from 'http-message-signatures';
import { startTestGateway } from '../../testing/test-gateway.js';
import { type BotKeySettings, readBotKeys } from './bot-keys.js';
import { createKeyDirectory, KEY_DIRECTORY_PATH } from './key-directory.js';

const NONE: BotKeySettings = {
  publicJwk: undefined,
  publicJwks: undefined,
  privateKeyPem: undefined,
  privateKeyBase64: undefined,
};

/** A key pair, in the formats that settings accept. */
function makeKeys() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    jwk: publicKey.export({ format: 'jwk' }),
    privateJwk: privateKey.export({ format: 'jwk' }),
    pem: String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    der: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

/** A log that collects its lines. */
function noisyLog() {
  const lines: string[] = [];
  const log = { error: (...told: unknown[]) => void lines.push(JSON.stringify(told)) } as unknown as Log;
  return { lines, log };
}

/** Whether a third-party library accepts the response as signed for the host by the listed key. */
async function isProven(response: Response, host: string, body: string): Promise<boolean | null> {
  const { keys } = JSON.parse(body) as { keys: { kid: string; x: string }[] };
  const headers = Object.fromEntries(response.headers);
  const digest = createHash('sha256').update(body).digest('base64');
  expect(headers['content-digest']).toBe(`sha-256=:${digest}:`);
  return httpbis.verifyMessage(
    {
      keyLookup: async ({ keyid }) => {
        const listed = keys.find(({ kid }) => kid === keyid);
        if (!listed) return null;
        const key = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: listed.x } });
        return {
          id: listed.kid,
          algs: ['ed25519'],
          verify: async (data, signature) => verify(null, data, key, signature),
        };
      },
      requiredFields: ['@authority', 'content-digest'],
      requiredParams: ['created', 'expires', 'keyid', 'tag'],
    },
    { status: response.status, headers },
    { method: 'GET', url: `https://${host}${KEY_DIRECTORY_PATH}`, headers: { host } },
  );
}

test('without keys the directory is empty and unsigned', async () => {
  const gateway = await startTestGateway();
  try {
    const response = await gateway.fetch(KEY_DIRECTORY_PATH);

    expect(await response.json()).toEqual({ keys: [] });
    expect(response.headers.get('signature')).toBeNull();
  } finally {
    await gateway.stop();
  }
});

test.each(['pem', 'base64 of the pem', 'base64 of the der'])(
  "a third-party verifier confirms that the directory is this host's, with the private key as %s",
  async (form) => {
    const { jwk, pem, der } = makeKeys();
    const privateKey =
      form === 'pem'
        ? { privateKeyPem: pem }
        : { privateKeyBase64: (form === 'base64 of the pem' ? Buffer.from(pem) : der).toString('base64') };
    const gateway = await startTestGateway({ botKeys: { publicJwk: JSON.stringify(jwk), ...privateKey } });
    try {
      const response = await gateway.fetch(KEY_DIRECTORY_PATH);
      const body = await response.text();
      const { host } = new URL(gateway.url);

      expect(await isProven(response, host, body)).toBe(true);
      expect(await isProven(response, 'mirror.example', body).catch(() => false)).toBe(false);
      expect(response.headers.get('signature-input')).toMatch(
        /^binding0=\("@authority";req "content-digest"\);created=\d+;expires=\d+;keyid="[\w-]{43}";tag="http-message-signatures-directory"$/,
      );
    } finally {
      await gateway.stop();
    }
  },
);

test('a private key whose public key is not set is listed, and signs', async () => {
  const { pem } = makeKeys();
  const gateway = await startTestGateway({ botKeys: { privateKeyPem: pem } });
  try {
    const response = await gateway.fetch(KEY_DIRECTORY_PATH);
    const body = await response.text();

    expect(await isProven(response, new URL(gateway.url).host, body)).toBe(true);
  } finally {
    await gateway.stop();
  }
});

test('nothing is signed for another host', async () => {
  const { jwk, pem } = makeKeys();
  const botKeys = { publicJwk: JSON.stringify(jwk), privateKeyPem: pem };
  const gateway = await startTestGateway({ botKeys, appOrigin: 'https://app.example' });
  try {
    const response = await gateway.fetch(KEY_DIRECTORY_PATH);

    expect(response.status).toBe(200);
    expect(response.headers.get('signature')).toBeNull();
  } finally {
    await gateway.stop();
  }
});

test('each Ed25519 key is listed once, by its thumbprint, without its private part', () => {
  const [first, second] = [makeKeys(), makeKeys()];
  const { lines, log } = noisyLog();

  const { listed } = readBotKeys(
    {
      ...NONE,
      publicJwk: JSON.stringify({ ...first.privateJwk, nbf: 1, alg: 'EdDSA', kid: 'other' }),
      publicJwks: JSON.stringify({ keys: [second.jwk, { ...first.jwk, nbf: 1 }] }),
    },
    log,
  );

  const thumbprint = (x = '') =>
    createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
  const shown = (x = '') => ({ kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint(x), use: 'sig' });
  expect(listed).toEqual([{ ...shown(first.jwk.x), nbf: 1 }, shown(second.jwk.x)]);
  expect(lines).toEqual([]);
});

test.each<[string, Partial<BotKeySettings>]>([
  ['WEB_BOT_AUTH_PUBLIC_JWK_JSON', { publicJwk: 'secret-value' }],
  ['WEB_BOT_AUTH_PUBLIC_JWK_JSON', { publicJwk: '{"kty":"RSA","n":"secret-value","e":"AQAB"}' }],
  ['WEB_BOT_AUTH_PUBLIC_JWK_JSON', { publicJwk: '{"kty":"OKP","crv":"Ed25519","x":"secret-value"}' }],
  ['WEB_BOT_AUTH_JWKS_JSON', { publicJwks: '["secret-value"]' }],
  ['WEB_BOT_AUTH_PRIVATE_KEY_PEM', { privateKeyPem: 'secret-value' }],
  ['WEB_BOT_AUTH_PRIVATE_KEY_BASE64', { privateKeyBase64: 'secret-value' }],
])('%s is unusable, and skipped with a log line without its value', (setting, settings) => {
  const { lines, log } = noisyLog();

  const { listed, signers } = readBotKeys({ ...NONE, ...settings }, log);

  expect([listed, signers.size, lines.length]).toEqual([[], 0, 1]);
  expect(lines[0]).toContain(setting);
  expect(lines[0]).not.toMatch(/secret-value|PRIVATE KEY/);
});

test("the signature matches the draft's own example", () => {
  const key = {
    kty: 'OKP',
    crv: 'Ed25519',
    x: 'JrQLj5P_89iXES9-vFgrIy29clF9CC_oPPsw3c5D0bs',
  };

  const { listed } = readBotKeys({ ...NONE, publicJwk: JSON.stringify(key) }, noisyLog().log);

  expect(listed[0]?.kid).toBe('poqkLGiymh_W0uP6PZFw-dvez3QJT5SolqXBCW38r0U');
  expect(createKeyDirectory({ listed, signers: new Map() }).sign('signature-agent.test')).toEqual({});
});
