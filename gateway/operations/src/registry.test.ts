import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { OPERATIONS } from './registry.js';

test('every file that defines an operation stands in the registry', async () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => /^[\w-]+\/[\w-]+\.ts$/.test(file) && !file.endsWith('.test.ts'));
  const exported = await Promise.all(modules.map((file) => import(`./${file.replace(/\.ts$/, '.js')}`)));

  const defined = exported.flatMap((module: object) => Object.values(module)).filter(isOperation);

  expect(defined.filter((operation) => !OPERATIONS.includes(operation as never))).toEqual([]);
  expect(OPERATIONS).toHaveLength(defined.length);
});

test('names and routes are unique', () => {
  const routes = OPERATIONS.flatMap(({ http }) => [http.method].flat().map((method) => `${method} ${http.path}`));

  expect(new Set(OPERATIONS.map(({ name }) => name)).size).toBe(OPERATIONS.length);
  expect(new Set(routes).size).toBe(routes.length);
});

test('every name in a path is an input, and every input of a read is in its path or query', () => {
  for (const { name, http, input } of OPERATIONS) {
    const inPath = [...http.path.matchAll(/:(\w+)/g)].map(([, key]) => key);

    expect([name, inPath.filter((key) => key === undefined || !(key in input.shape))]).toEqual([name, []]);
  }
});

test('reads need no write scope, deletes are destructive, and whatever agents may call has a scope that fits its tier', () => {
  const scopes = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive'];
  for (const { name, tier, destructive, scope, http } of OPERATIONS) {
    if (scope !== undefined) expect([name, scopes.indexOf(scope)]).toEqual([name, tier]);
    if (http.method === 'GET') expect([name, tier, destructive]).toEqual([name, 0, false]);
    if (destructive) expect([name, http.method]).toEqual([name, 'DELETE']);
  }
});

function isOperation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'http' in value && 'run' in value;
}
