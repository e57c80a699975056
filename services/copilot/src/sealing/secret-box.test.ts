import { randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { decodeProtectedHeader } from 'jose';
import { createSecretBox, Unopenable } from './secret-box.js';

const makeKey = () => randomBytes(32).toString('base64url');
const PLACE = 'memory.copilot_configs.byok_key:0198e8a0-0000-7000-8000-000000000001';
const SECRET = 'sk-live-a-key-of-a-user';

test('a sealed value opens for its place, and sealing it again gives another text', async () => {
  const box = createSecretBox([makeKey()]);
  const [one, two] = await Promise.all([box.seal(SECRET, PLACE), box.seal(SECRET, PLACE)]);

  expect(await box.open(one.jwe, PLACE)).toBe(SECRET);
  expect(one.jwe).not.toBe(two.jwe);
  expect(one.jwe).not.toContain(Buffer.from(SECRET).toString('base64url'));
  expect(decodeProtectedHeader(one.jwe)).toMatchObject({
    alg: 'A256GCMKW',
    enc: 'A256GCM',
    kid: one.keyId,
    use: PLACE,
  });
  expect(one.keyId).toMatch(/^[\da-f]{8}$/);
});

test('it opens for no other place, not with another key, and not with a changed character', async () => {
  const box = createSecretBox([makeKey()]);
  const { jwe } = await box.seal(SECRET, PLACE);
  const middle = jwe.length - 30;
  const changed = jwe.slice(0, middle) + (jwe[middle] === 'A' ? 'B' : 'A') + jwe.slice(middle + 1);
  const [, ...rest] = jwe.split('.');
  const header = { ...decodeProtectedHeader(jwe), use: 'memory.copilot_configs.byok_key:other' };
  const renamed = [Buffer.from(JSON.stringify(header)).toString('base64url'), ...rest].join('.');

  const otherBox = createSecretBox([makeKey()]);
  for (const open of [
    () => box.open(jwe, `${PLACE}0`),
    () => otherBox.open(jwe, PLACE),
    () => box.open(changed, PLACE),
    () => box.open(renamed, header.use),
    () => box.open('no.jwe.at.all.', PLACE),
  ])
    await expect(open()).rejects.toThrow(Unopenable);
});

test('while a key is being replaced, both open and the new one seals; without the old one, its values cannot be opened', async () => {
  const [old, next] = [makeKey(), makeKey()];
  const before = await createSecretBox([old]).seal(SECRET, PLACE);
  const both = createSecretBox([next, old]);

  expect(await both.open(before.jwe, PLACE)).toBe(SECRET);
  expect([both.oldKeyId, (await both.seal(SECRET, PLACE)).keyId]).toEqual([before.keyId, both.keyId]);
  await expect(createSecretBox([next]).open(before.jwe, PLACE)).rejects.toThrow(Unopenable);
  expect(await createSecretBox([next, old]).open(before.jwe, PLACE)).toBe(SECRET);
});
