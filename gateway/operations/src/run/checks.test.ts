import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { defineOperation, type Operation } from '../registry/define-operation.js';
import { OPERATIONS } from '../registry/registry.js';
import { checkCaller, checkRole, checkScope, checkSignedIn, isProposable, needsApproval } from './checks.js';
import type { AgentCaller, Caller } from './operation-context.js';

const USER: Caller = { kind: 'user', userId: 'u', role: 'user', assertions: {} };
const ADMIN: Caller = { ...USER, role: 'admin' };
const SERVICE: Caller = { kind: 'service', service: 'deal', assertions: {} };

function agent(...scopes: string[]): AgentCaller {
  const said = { actorId: null, channel: null };
  return {
    kind: 'agent',
    userId: 'u',
    connectionId: 'c',
    clientId: 'd',
    family: 'bridge',
    scopes,
    ...said,
    assertions: {},
  };
}

function operation(part: Partial<Operation> = {}): Operation {
  return {
    ...defineOperation({
      name: 'things.get',
      summary: '',
      tier: 0,
      destructive: false,
      http: { method: 'GET', path: '/things' },
      input: z.strictObject({}),
      run: () => Promise.resolve(undefined),
    }),
    ...part,
  };
}

const READ = operation({ scope: 'svc.read' });
const SENSITIVE = operation({ scope: 'svc.write.sensitive', tier: 2 });

describe('sign-in check', () => {
  test.each(['public', 'anyone'] as const)('lets anonymous callers use a %s operation', (access) => {
    expect(() => checkSignedIn(operation({ access }), undefined)).not.toThrow();
  });

  test.each(['user', 'admin'] as const)('requires a signed-in caller for an operation with %s access', (access) => {
    expect(() => checkSignedIn(operation({ access }), undefined)).toThrow(
      expect.objectContaining({ kind: 'unauthenticated', code: 'UNAUTHENTICATED' }),
    );
    expect(() => checkSignedIn(operation({ access }), USER)).not.toThrow();
  });
});

describe('role check', () => {
  test('lets only administrators call an administrator operation, never their agents', () => {
    const forAdmins = operation({ access: 'admin', scope: 'svc.read' });

    expect(() => checkRole(forAdmins, ADMIN)).not.toThrow();
    for (const caller of [USER, agent('svc.read')]) {
      expect(() => checkRole(forAdmins, caller)).toThrow(expect.objectContaining({ code: 'ADMIN_REQUIRED' }));
    }
  });

  test('refuses services, which own no records', () => {
    expect(() => checkRole(READ, SERVICE)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(() => checkRole(READ, USER)).not.toThrow();
  });
});

describe('scope check', () => {
  test.each([
    ['svc.read', READ],
    ['mcp', READ],
    ['svc.write.sensitive', SENSITIVE],
    ['mcp', SENSITIVE],
  ])('lets an agent with %s pass', (scope, called) => {
    expect(() => checkScope(called, agent('shortener.links:read', scope))).not.toThrow();
  });

  test.each([[], ['svc.read', 'svc.write.low_risk'], ['svc.write']])('accepts no other scope: %s', (...scopes) => {
    expect(() => checkScope(SENSITIVE, agent(...scopes))).toThrow(
      expect.objectContaining({
        code: 'INSUFFICIENT_SCOPE',
        message: 'The agent needs the scope svc.write.sensitive or mcp for this. Ask the user for it.',
        data: { scopes: ['svc.write.sensitive', 'mcp'], granted: scopes },
      }),
    );
  });

  test('closes an operation without a scope to agents and opens it to users', () => {
    expect(() => checkScope(operation(), agent('mcp'))).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(() => checkScope(operation(), USER)).not.toThrow();
  });
});

describe('approval check', () => {
  const ALWAYS = { approvesNonDeleteWrites: true };
  const DELETES_ALONE = { approvesNonDeleteWrites: false };

  test.each([
    [{ tier: 0 }, false, false],
    [{ tier: 1 }, false, false],
    [{ tier: 1, destructive: true }, true, true],
    [{ tier: 2 }, true, false],
    [{ tier: 2, destructive: true }, true, true],
  ] as const)(
    'for an agent and %j: %s by default, %s where only deletions need approval',
    (part, always, otherwise) => {
      const called = operation(part);

      expect(needsApproval(called, {}, agent('mcp'), ALWAYS)).toBe(always);
      expect(needsApproval(called, {}, agent('mcp'), DELETES_ALONE)).toBe(otherwise);
    },
  );

  test('requires approval for an input that needs it, regardless of tier and setting', () => {
    const called = operation({ tier: 1, asksApproval: ({ kind }) => kind === 'instruction' });
    const needs = (kind: string, caller: Caller) => needsApproval(called, { kind }, caller, DELETES_ALONE);

    expect(needs('instruction', agent('mcp'))).toBe(true);
    expect(needs('fact', agent('mcp'))).toBe(false);
    expect(needs('instruction', USER)).toBe(false);
  });

  test('requires no approval of users and anonymous callers', () => {
    const called = operation({ tier: 2, destructive: true });

    expect([USER, ADMIN, SERVICE, undefined].map((caller) => needsApproval(called, {}, caller, ALWAYS))).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });
});

test('checks sign-in, role and scope in this order', () => {
  const called = operation({ access: 'admin', scope: 'svc.write.sensitive', tier: 2 });
  const codeFor = (asked: Operation, caller: Caller | undefined): unknown => {
    try {
      checkCaller(asked, caller);
      return 'passes';
    } catch (error) {
      return (error as { code?: unknown }).code;
    }
  };

  expect(codeFor(called, undefined)).toBe('UNAUTHENTICATED');
  expect(codeFor(called, agent())).toBe('ADMIN_REQUIRED');
  expect(codeFor(SENSITIVE, agent())).toBe('INSUFFICIENT_SCOPE');
  expect(codeFor(SENSITIVE, agent('mcp'))).toBe('passes');
  expect(codeFor(called, ADMIN)).toBe('passes');
});

test.each([
  'approvals.execute',
  'approvals.request',
  'approvals.confirm',
  'suggestions.create',
  'deals.delete',
  'deals.list',
])('a suggestion cannot propose %s', (name) => {
  expect(OPERATIONS.filter(isProposable).map((operation) => operation.name)).not.toContain(name);
});

test.each(['deals.update', 'tasks.create', 'payments.create'])('a suggestion can propose %s', (name) => {
  expect(OPERATIONS.filter(isProposable).map((operation) => operation.name)).toContain(name);
});
