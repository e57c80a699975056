import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import type { Operation } from './define-operation.js';
import { OPERATIONS } from './registry.js';
import { toolNameOf } from './tools.js';

test('registers every file that defines an operation', async () => {
  const files = readdirSync(dirname(import.meta.dirname), { recursive: true, encoding: 'utf8' });
  const modules = files.filter((file) => /^[\w-]+\/[\w-]+\.ts$/.test(file) && !file.endsWith('.test.ts'));
  const exported = await Promise.all(modules.map((file) => import(`../${file.replace(/\.ts$/, '.js')}`)));

  const defined = exported.flatMap((module: object) => Object.values(module)).filter(isOperation);

  expect(defined.filter((operation) => !OPERATIONS.includes(operation as never))).toEqual([]);
  expect(OPERATIONS).toHaveLength(defined.length);
});

test('has unique names and routes', () => {
  const routes = OPERATIONS.flatMap(({ http }) => [http.method].flat().map((method) => `${method} ${http.path}`));

  expect(new Set(OPERATIONS.map(({ name }) => name)).size).toBe(OPERATIONS.length);
  expect(new Set(routes).size).toBe(routes.length);
});

test('creating a record answers 201 with its address', () => {
  const creations = OPERATIONS.filter(({ name }: Operation) => name.endsWith('.create'));
  const answers = creations.map(({ name, http: { status, location } }: Operation) => ({
    name,
    status: typeof status === 'function' ? status({ created: true }) : status,
    hasAddress: location !== undefined,
  }));

  expect(answers).toEqual(creations.map(({ name }) => ({ name, status: 201, hasAddress: true })));
});

test('no tool has the name of another operation', () => {
  const names = OPERATIONS.flatMap((operation) => [...new Set([operation.name, toolNameOf(operation)])]);

  expect(new Set(names).size).toBe(names.length);
});

test('the record read before an update is the one that the update returns', () => {
  const updates = OPERATIONS.filter(({ target, http }) => target && [http.method].flat().includes('PATCH'));
  const others = updates.filter(({ target, output }) => {
    const read = OPERATIONS.find(({ name }) => name === target?.read)?.output;
    const record = target?.item === undefined ? read : itemOf(read);
    return !output || !record || jsonOf(record) !== jsonOf(output);
  });

  expect(updates.map(({ name }) => name)).toContain('payments.update');
  expect(others.map(({ name }) => name)).toEqual([]);
});

function itemOf(list: z.ZodType | undefined): z.ZodType | undefined {
  const items = list instanceof z.ZodObject ? (list.shape['items'] as unknown) : undefined;
  return items instanceof z.ZodArray ? (items.element as z.ZodType) : undefined;
}

test('every path parameter is an input', () => {
  for (const { name, http, input } of OPERATIONS) {
    const inPath = [...http.path.matchAll(/:(\w+)/g)].map(([, key]) => key);

    expect([name, inPath.filter((key) => key === undefined || !(key in input.shape))]).toEqual([name, []]);
  }
});

test('groups tools into thirteen families', () => {
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

/** Names of string fields without free text. */
const WORDLESS = new Set(['next', 'currency']);

/** Names of fields with free text, outside of records that name their owners. */
function textsIn(type: z.core.$ZodType): string[] {
  if (type instanceof z.ZodObject) {
    if ('ownerId' in type.shape || 'access' in type.shape) return [];
    return Object.entries(type.shape).flatMap(([name, field]) =>
      textsIn(field).flatMap((each) => (each === '' ? (WORDLESS.has(name) ? [] : name) : each)),
    );
  }
  if (type instanceof z.ZodArray) return textsIn(type.element);
  if (type instanceof z.ZodUnion) return type.options.flatMap(textsIn);
  if (type instanceof z.ZodRecord) return textsIn(type.valueType);
  if (type instanceof z.ZodNullable || type instanceof z.ZodOptional || type instanceof z.ZodDefault)
    return textsIn(type.unwrap());
  return type instanceof z.ZodString || type instanceof z.ZodUnknown ? [''] : [];
}

test('every operation with text outside of records that name their owners declares whether others may have written it', () => {
  // Approvals are excluded, because only users decide them.
  const offered = OPERATIONS.filter(({ scope, family }) => scope !== undefined && family !== 'approvals');
  const unsaid = offered.filter(
    ({ output, holdsForeignText }) => holdsForeignText === undefined && output && textsIn(output).length > 0,
  );

  expect(unsaid.map(({ name, output }) => [name, output && textsIn(output)])).toEqual([]);
});

test("agents' descriptions of themselves are declared as text by others", () => {
  const withAgents = OPERATIONS.filter(
    ({ output, scope, tier }) => tier === 0 && scope !== undefined && output && jsonOf(output).includes('"actorId":'),
  );
  const trusting = withAgents.filter(
    ({ holdsForeignText }) =>
      holdsForeignText !== true && !(typeof holdsForeignText === 'object' && holdsForeignText.includes('actorId')),
  );

  expect(withAgents.map(({ name }) => name)).toContain('activity.list');
  expect(trusting.map(({ name }) => name)).toEqual([]);
});

const jsonOf = (schema: z.ZodType): string =>
  JSON.stringify(z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }));

test('fields declared as text by others exist in the output', () => {
  for (const { name, output, holdsForeignText } of OPERATIONS) {
    if (typeof holdsForeignText !== 'object' || !output) continue;
    const schema = jsonOf(output);
    expect([name, holdsForeignText.filter((field) => !schema.includes(`"${field}":`))]).toEqual([name, []]);
  }
});

/** Further scopes with which an agent reads and executes the approvals that it requested. */
const OF_APPROVALS = new Map([
  ['approvals.get', ['svc.write.sensitive', 'svc.memory']],
  ['approvals.execute', ['svc.memory']],
]);

/** Deletions that can be undone: sending the same image again restores it. */
const UNDOABLE = new Set(['screenshots.unlink']);

test("gives agents' operations a scope matching their tier, and marks deletions destructive", () => {
  const scopes = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive'];
  const scopeOf = ({ name, tier }: Operation) => {
    if (name.startsWith('memory.')) return 'svc.memory';
    // Approvals serve sensitive writes, so they take the same scope.
    return name === 'approvals.request' || name === 'approvals.execute' ? 'svc.write.sensitive' : scopes[tier];
  };
  for (const operation of OPERATIONS) {
    const { name, tier, destructive, scope, http } = operation;
    if (scope !== undefined) expect([name, scope]).toEqual([name, scopeOf(operation)]);
    expect([name, operation.otherScopes]).toEqual([name, OF_APPROVALS.get(name)]);
    if (http.method === 'GET') expect([name, tier, destructive]).toEqual([name, 0, false]);
    if (destructive) expect([name, http.method]).toEqual([name, 'DELETE']);
    if (scope && http.method === 'DELETE') expect([name, destructive]).toEqual([name, !UNDOABLE.has(name)]);
  }
});

test('names the changed record and the operation that reads it', () => {
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

test('keeps the short tool list to at most 25 agent operations', () => {
  const core = OPERATIONS.filter((operation) => operation.core);

  expect(core.filter(({ scope }) => scope === undefined)).toEqual([]);
  expect(core.length).toBeGreaterThan(0);
  expect(core.length).toBeLessThanOrEqual(25);
});

function isOperation(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'http' in value && 'run' in value;
}
