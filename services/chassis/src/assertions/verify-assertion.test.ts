import { expect, test } from '@jest/globals';
import { exportJWK, generateKeyPair } from 'jose';
import { appError } from '../errors/app-error.js';
import { testUser } from '../testing/test-service.js';
import { signAssertion } from './sign-assertion.js';
import { createAssertionVerifier } from './verify-assertion.js';

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('Ed25519', { extractable: true });
  return { kid, privateKey, jwk: JSON.stringify({ ...(await exportJWK(publicKey)), kid }) };
}

test('keys are fetched once, and again for an unknown key id', async () => {
  const [first, second] = [await newKey('1'), await newKey('2')];
  const published = [first.jwk];
  let reads = 0;
  const verify = createAssertionVerifier('test', async () => {
    reads += 1;
    return published;
  });
  const user = testUser();

  await verify(await signAssertion(user, first));
  await verify(await signAssertion(testUser(), first));
  expect(reads).toBe(1);

  published.push(second.jwk);
  const signed = await signAssertion(user, second);
  let principal: unknown;
  while (!principal) principal = await verify(signed).catch(() => undefined);
  expect(principal).toEqual(user);
  expect(reads).toBe(2);
});

test('several unknown key ids in a row cause a single fetch', async () => {
  const known = await newKey('1');
  let reads = 0;
  const verify = createAssertionVerifier('test', async () => {
    reads += 1;
    return [known.jwk];
  });
  const strangers = await Promise.all(['a', 'b', 'c', 'd'].map(newKey));

  for (const stranger of strangers) {
    await expect(verify(await signAssertion(testUser(), stranger))).rejects.toMatchObject({ kind: 'unauthenticated' });
  }

  expect(reads).toBe(1);
});

test('while the keys cannot be fetched, callers get `unavailable`, not `unauthenticated`', async () => {
  const key = await newKey('1');
  let isAway = true;
  const verify = createAssertionVerifier('test', async () => {
    if (isAway) throw appError('UNAVAILABLE', 'Away.');
    return [key.jwk];
  });
  const assertion = await signAssertion(testUser(), key);

  await expect(verify(assertion)).rejects.toMatchObject({ kind: 'unavailable' });
  isAway = false;
  await expect(verify(assertion)).resolves.toMatchObject({ kind: 'user' });
});

test.each([
  [0, 'user'],
  [85, 'user'],
  [-3_600, 'user'],
  [95, 'unavailable'],
])("an assertion that is %i seconds old by the verifier's clock: %s", async (seconds, outcome) => {
  const key = await newKey('1');
  const verify = createAssertionVerifier('test', async () => [key.jwk]);
  const assertion = await signAssertion(testUser(), key, { now: new Date(Date.now() - seconds * 1_000) });

  // A wrong clock is not an authentication error: signing in again would not help.
  expect(await verify(assertion).catch((error: unknown) => error)).toMatchObject({ kind: outcome });
});

test('an assertion for other services is refused, and one without an audience is accepted for the previous release', async () => {
  const key = await newKey('1');
  const verify = createAssertionVerifier('deal', async () => [key.jwk]);
  const outcomeFor = async (...audience: string[]) =>
    verify(await signAssertion(testUser(), key, { audience })).catch((error: unknown) => error);

  expect(await outcomeFor('deal')).toMatchObject({ kind: 'user' });
  expect(await outcomeFor('viewcheck', 'deal')).toMatchObject({ kind: 'user' });
  expect(await outcomeFor()).toMatchObject({ kind: 'user' });
  expect(await outcomeFor('shortener', 'identity')).toMatchObject({ kind: 'unauthenticated' });
});
