/** Checks that `npm run cluster-secrets` prints the Secrets that the chart refers to. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '@svc/scripts/stack/paths';
import { environmentsIn, readAs, secretsIn, secretsReferredTo } from './environment.ts';
import { type KubeObject, parseObjects, render } from './rendered.ts';

function run(...options: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [join(ROOT, 'scripts/commands/cluster-secrets.ts'), ...options], {
    encoding: 'utf8',
  });
}

function print(...options: string[]): KubeObject[] {
  const { status, stdout, stderr } = run(...options);
  if (status !== 0) throw new Error(stderr);
  return parseObjects(stdout);
}

const STORES = ['--database', 'postgres://root:p@db.example.com:5432/deals?sslmode=verify-full', '--access-key', 'a'];
const ALL = ['--redis', 'rediss://r:6379', '--smtp', 'smtp://m:25', '--admin-email', 'admin@example.com'];

test.each([
  ['minimal', []],
  ['everything', [...ALL, '--memory-database', 'postgres://root:p@memories:5432/memories']],
] as const)('%s: every process accepts its generated secrets', (set, options) => {
  const secrets = secretsIn(print(...STORES, ...options));
  // Secrets of adapters and certificates come from the operator.
  const own = ['dealbridge-agents', 'dealbridge-ca', 'dealbridge-tls'];
  const objects = render(set);
  for (const { secret, key } of secretsReferredTo(objects).filter((each) => !own.includes(each.secret)))
    expect([secret, key, Object.keys(secrets[secret] ?? {})]).toEqual([secret, key, expect.arrayContaining([key])]);

  for (const { name, environment } of environmentsIn(objects, secrets)) readAs(name, environment);
  expect(secrets['dealbridge-database']?.['deal']).toMatch(
    /^postgres:\/\/svc_deal:[\w-]{43}@db\.example\.com:5432\/deals\?sslmode=verify-full$/,
  );
});

test('each run generates new secrets, for the namespace given', () => {
  const [one, other] = [print('--namespace', 'shop'), print('--namespace', 'shop')];
  const keyIn = (objects: KubeObject[]): unknown => secretsIn(objects)['dealbridge-internal']?.['signing-key'];

  expect(keyIn(one)).not.toBe(keyIn(other));
  const places = one.map(({ metadata }) => (metadata as unknown as { namespace: string }).namespace);
  expect(new Set(places)).toEqual(new Set(['shop']));
});

test('a bucket can have its own key', () => {
  const secrets = secretsIn(print(...STORES, '--screenshot-access-key', 'b', '--screenshot-secret-key', 'c'));

  expect(secrets['dealbridge-shortener-objects']).toMatchObject({ 'access-key': 'a' });
  expect(secrets['dealbridge-screenshot-objects']).toEqual({ 'access-key': 'b', 'secret-key': 'c' });
});

test('an invalid connection string is refused by its option, without its password', () => {
  const { status, stdout, stderr } = run('--database', 'mysql://root:hidden@db/deals');

  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('--database must be like postgres://');
  expect(stderr).not.toContain('hidden');
});
