import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { appError } from '../errors/app-error.js';
import { eventually } from '../testing/eventually.js';
import { createAuthenticator, type Credential } from './authenticator.js';

const session = (token: string): Credential => ({ kind: 'session', token });

/** A fake identity that accepts each token as its own name, and records the calls. */
function answering() {
  const calls: (readonly Credential[])[] = [];
  const askMany = async (credentials: readonly Credential[]) => {
    calls.push(credentials);
    return credentials.map(({ kind, token }) => (token === 'unknown' ? undefined : `${kind} ${token}`));
  };
  return { calls, askMany };
}

test('concurrent lookups share one call, each with its own result', async () => {
  const { calls, askMany } = answering();
  const authenticate = createAuthenticator(askMany, 1_000);

  const callers = await Promise.all(['a', 'unknown', 'b'].map((token) => authenticate(session(token))));

  expect(callers).toEqual(['session a', undefined, 'session b']);
  expect(calls).toHaveLength(1);
});

test('a cached result is not looked up again', async () => {
  const { calls, askMany } = answering();
  const authenticate = createAuthenticator(askMany, 60_000);

  await Promise.all([authenticate(session('a')), authenticate(session('a'))]);
  await authenticate(session('a'));

  expect(calls).toEqual([[session('a')]]);
});

test('the same token of another kind is a separate lookup', async () => {
  const { askMany } = answering();
  const authenticate = createAuthenticator(askMany, 60_000);

  const callers = await Promise.all([authenticate(session('a')), authenticate({ kind: 'agent', token: 'a' })]);

  expect(callers).toEqual(['session a', 'agent a']);
});

test('a cached answer expires', async () => {
  const { calls, askMany } = answering();
  const authenticate = createAuthenticator(askMany, 20);

  await authenticate(session('a'));

  await eventually(async () => {
    await authenticate(session('a'));
    expect(calls.length).toBeGreaterThan(1);
  });
});

test('only a forgotten credential is looked up again', async () => {
  const { calls, askMany } = answering();
  const authenticate = createAuthenticator(askMany, 60_000);
  await Promise.all([authenticate(session('a')), authenticate(session('b'))]);

  authenticate.forget(session('a'));
  await Promise.all([authenticate(session('a')), authenticate(session('b'))]);

  expect(calls.map((credentials) => credentials.map(({ token }) => token))).toEqual([['a', 'b'], ['a']]);
});

test('more lookups than fit in one call are split into several, and none is lost', async () => {
  const { calls, askMany } = answering();
  const authenticate = createAuthenticator(askMany, 1_000);

  const callers = await Promise.all(Array.from({ length: 600 }, (_, index) => authenticate(session(String(index)))));

  expect(callers).toEqual(Array.from({ length: 600 }, (_, index) => `session ${index}`));
  expect(calls.map((call) => call.length)).toEqual([256, 256, 88]);
});

test('a failure reaches every caller, and is not cached', async () => {
  const { askMany } = answering();
  let isAway = true;
  const authenticate = createAuthenticator(async (credentials) => {
    if (isAway) throw new Error('Away.');
    return askMany(credentials);
  }, 180_000);

  const failed = await Promise.allSettled([authenticate(session('a')), authenticate(session('b'))]);
  isAway = false;

  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await authenticate(session('a'))).toBe('session a');
});

test('a call that hangs delays only its own lookups', async () => {
  const { askMany } = answering();
  const authenticate = createAuthenticator<string>(async (credentials) => {
    if (credentials.some(({ token }) => token === 'hanging')) return new Promise(() => undefined);
    return askMany(credentials);
  }, 180_000);

  void authenticate(session('hanging'));
  await nextTurn();

  expect(await authenticate(session('a'))).toBe('session a');
  expect(await authenticate(session('b'))).toBe('session b');
});

test('a call that took too long is retried once', async () => {
  const { calls, askMany } = answering();
  const authenticate = createAuthenticator<string>(async (credentials) => {
    const answers = await askMany(credentials);
    if (calls.length % 2 === 1) throw appError('TIMEOUT', 'Too long.');
    return answers;
  }, 180_000);

  expect(await authenticate(session('a'))).toBe('session a');
  expect(calls).toHaveLength(2);
});

test('when no result arrives in time, callers may try again', async () => {
  const authenticate = createAuthenticator<string>(() => Promise.reject(appError('TIMEOUT', 'Too long.')), 60_000);

  await expect(authenticate(session('a'))).rejects.toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 });
});
