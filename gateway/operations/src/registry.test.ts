import { readdirSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Operation } from './define-operation.js';
import { OPERATIONS } from './registry.js';

test('every file that defines an operation is in the registry', async () => {
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

test('tools come in thirteen families', () => {
  const families = OPERATIONS.filter(({ scope }) => scope !== undefined).map(({ family }) => family);

  expect([...new Set(families)].toSorted()).toEqual([
    'activity',
    'approvals',
    'contacts',
    'context',
    'deals',
    'influencers',
    'memory',
    'payments',
    'screenshots',
    'short_links',
    'suggestions',
    'tasks',
    'templates',
  ]);
});

test('reads of what strangers may have written say so', () => {
  const marked = OPERATIONS.filter(({ holdsForeignText }) => holdsForeignText !== undefined);

  expect(marked.map(({ name }) => name).toSorted()).toEqual([
    'context.search',
    'deals.due_views',
    'deals.list_deal_view_logs',
    'deals.list_videos',
    'deals.report',
    'deals.view_logs',
    'memory.list',
    'screenshots.get',
    'screenshots.list',
    'suggestions.get',
    'suggestions.list',
    'viewcheck_evidence',
  ]);
});

const FOR_MEMORIES = new Set(['approvals.get', 'approvals.execute']);

/** Ends what the same address makes again. */
const UNDOABLE = new Set(['screenshots.unlink']);

test('reads need no write scope, deletes are destructive, and whatever agents may call has a scope that fits its tier', () => {
  const scopes = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive'];
  const scopeOf = ({ name, tier }: Operation) => {
    if (name.startsWith('memory.')) return 'svc.memory';
    // Who asks for approvals is who makes sensitive writes.
    return name === 'approvals.request' || name === 'approvals.execute' ? 'svc.write.sensitive' : scopes[tier];
  };
  for (const operation of OPERATIONS) {
    const { name, tier, destructive, scope, http } = operation;
    if (scope !== undefined) expect([name, scope]).toEqual([name, scopeOf(operation)]);
    // What an agent asks to have remembered it reads and executes once that is approved.
    expect([name, operation.otherScopes]).toEqual([name, FOR_MEMORIES.has(name) ? ['svc.memory'] : undefined]);
    if (http.method === 'GET') expect([name, tier, destructive]).toEqual([name, 0, false]);
    if (destructive) expect([name, http.method]).toEqual([name, 'DELETE']);
    if (scope && http.method === 'DELETE') expect([name, destructive]).toEqual([name, !UNDOABLE.has(name)]);
  }
});

test('whatever agents may use to change a record says which, and by which of its inputs that is read', () => {
  const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]));
  const changes = OPERATIONS.filter(({ scope, http }) => scope && /:\w+$/.test(http.path) && http.method !== 'GET');
  expect(changes.filter(({ target }) => !target).map(({ name }) => name)).toEqual([]);

  for (const { name, input, target } of OPERATIONS) {
    if (!target) continue;
    const read = byName.get(target.read);
    const missing = [...target.by, target.item ?? []].flat().filter((field) => !(field in input.shape));
    const unread = target.by.filter((field) => !(field in (read?.input.shape ?? {})));
    const isList = read?.output instanceof z.ZodObject && 'items' in read.output.shape;

    expect([name, read?.tier, missing, unread]).toEqual([name, 0, [], []]);
    expect([name, isList]).toEqual([name, target.item !== undefined]);
  }
});

test('the short list of tools holds operations of agents alone, and leaves room for others', () => {
  const core = OPERATIONS.filter((operation) => operation.core);

  expect(core.filter(({ scope }) => scope === undefined)).toEqual([]);
  expect(core.length).toBeGreaterThan(0);
  expect(core.length).toBeLessThanOrEqual(25);
});

function isOperation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'http' in value && 'run' in value;
}
