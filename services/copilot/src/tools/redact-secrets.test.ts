import { expect, test } from '@jest/globals';
import { findSuperlinear } from '@svc/chassis/testing/growth';
import * as fc from 'fast-check';
import { redactSecrets } from './redact-secrets.js';

const LONG = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8';

test.each([
  ['sk-or-v1-0123456789abcdef0123', 'api-key'],
  [`sk-ant-api03-${LONG}`, 'api-key'],
  [`sk-${LONG}`, 'api-key'],
  [`AIza${LONG}`, 'api-key'],
  [`ghp_${LONG}`, 'token'],
  [`github_pat_${LONG}`, 'token'],
  ['xoxb-1234567890-abcdefghij', 'token'],
  ['AKIAIOSFODNN7EXAMPLE', 'access-key'],
  [`eyJ${LONG}.${LONG}.${LONG}`, 'token'],
  [`Bearer ${LONG}`, 'token'],
  [`-----BEGIN RSA PRIVATE KEY-----\nMIIE\n${LONG}\n-----END RSA PRIVATE KEY-----`, 'private-key'],
  [`-----BEGIN PRIVATE KEY-----\n${LONG}`, 'private-key'],
])('%s is a secret', (secret, kind) => {
  expect(redactSecrets(`Use ${secret} for it.`)).toBe(
    kind === 'private-key' && !secret.includes('END') ? `Use [redacted:${kind}]` : `Use [redacted:${kind}] for it.`,
  );
});

test.each(['The code is SAVE20.', 'sk-short', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'a bearer of news'])(
  '%s is not a secret',
  (text) => {
    expect(redactSecrets(text)).toBe(text);
  },
);

test('secrets anywhere in a text are redacted, and redacted text stays as it is', () => {
  const secrets = [`sk-or-v1-${LONG}`, `AIza${LONG}`, `ghp_${LONG}`, `xoxb-1234567890-${LONG}`, 'AKIAIOSFODNN7EXAMPLE'];
  const words = fc.string({ unit: fc.constantFrom('a', 'Z', '7', ' ', '\n', '.', '"', '-', 'sk-', 'Bearer ', 'é') });
  const said = fc.array(fc.tuple(words, fc.constantFrom(...secrets)), { maxLength: 6 });

  fc.assert(
    fc.property(said, words, (parts, last) => {
      const text = parts.map(([before, secret]) => `${before} ${secret} `).join('') + last;
      const clean = redactSecrets(text);
      for (const secret of secrets) expect(clean).not.toContain(secret);
      expect(redactSecrets(clean)).toBe(clean);
    }),
  );
});

test('redaction takes time linear in the text', async () => {
  const shapes = ['sk-', '-----BEGIN PRIVATE KEY-----', 'eyJaaaaaaaaaa.', 'Bearer ', 'AKIA', 'svc_a_', ' '];

  expect(await findSuperlinear(redactSecrets, { shapes, lengthMax: 8_000 })).toEqual([]);
});
