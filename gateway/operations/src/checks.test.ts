import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { checkCaller, checkRole, checkScope, checkSignedIn, needsApproval } from './checks.js';
import { defineOperation, type Operation } from './define-operation.js';
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

describe('signed in', () => {
  test.each(['public', 'anyone'] as const)('an open operation (%s) needs no caller', (access) => {
    expect(() => checkSignedIn(operation({ access }), undefined)).not.toThrow();
  });

  test.each(['user', 'admin'] as const)('an operation for a %s needs a caller', (access) => {
    expect(() => checkSignedIn(operation({ access }), undefined)).toThrow(
      expect.objectContaining({ kind: 'unauthenticated', code: 'UNAUTHENTICATED' }),
    );
    expect(() => checkSignedIn(operation({ access }), USER)).not.toThrow();
  });
});

describe('role', () => {
  test('only administrators themselves pass where one is needed', () => {
    const forAdmins = operation({ access: 'admin', scope: 'svc.read' });

    expect(() => checkRole(forAdmins, ADMIN)).not.toThrow();
    for (const caller of [USER, agent('svc.read')]) {
      expect(() => checkRole(forAdmins, caller)).toThrow(expect.objectContaining({ code: 'ADMIN_REQUIRED' }));
    }
  });

  test('a service owns no records', () => {
    expect(() => checkRole(READ, SERVICE)).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(() => checkRole(READ, USER)).not.toThrow();
  });
});

describe('scope', () => {
  test.each([
    ['svc.read', READ],
    ['mcp', READ],
    ['svc.write.sensitive', SENSITIVE],
    ['mcp', SENSITIVE],
  ])('an agent with %s passes', (scope, called) => {
    expect(() => checkScope(called, agent('shortener.links:read', scope))).not.toThrow();
  });

  test.each([[], ['svc.read', 'svc.write.low_risk'], ['svc.write']])('no other scope replaces one: %s', (...scopes) => {
    expect(() => checkScope(SENSITIVE, agent(...scopes))).toThrow(
      expect.objectContaining({
        code: 'INSUFFICIENT_SCOPE',
        message: 'The agent needs the scope svc.write.sensitive or mcp for this. Ask the user for it.',
        data: { scopes: ['svc.write.sensitive', 'mcp'] },
      }),
    );
  });

  test('an operation without a scope is closed to agents, whatever they have, and open to users', () => {
    expect(() => checkScope(operation(), agent('mcp'))).toThrow(expect.objectContaining({ code: 'FORBIDDEN' }));
    expect(() => checkScope(operation(), USER)).not.toThrow();
  });
});

describe('approval', () => {
  const ALWAYS = { approvesNonDeleteWrites: true };
  const DELETES_ALONE = { approvesNonDeleteWrites: false };

  test.each([
    [{ tier: 0 }, false, false],
    [{ tier: 1 }, false, false],
    [{ tier: 1, destructive: true }, true, true],
    [{ tier: 2 }, true, false],
    [{ tier: 2, destructive: true }, true, true],
  ] as const)('of an agent for %j: %s, and %s where only deletions need one', (part, always, otherwise) => {
    const called = operation(part);

    expect(needsApproval(called, {}, agent('mcp'), ALWAYS)).toBe(always);
    expect(needsApproval(called, {}, agent('mcp'), DELETES_ALONE)).toBe(otherwise);
  });

  test('an operation that asks for one by what is sent gets one of agents, whatever its tier and the setting', () => {
    const called = operation({ tier: 1, asksApproval: ({ kind }) => kind === 'instruction' });
    const needs = (kind: string, caller: Caller) => needsApproval(called, { kind }, caller, DELETES_ALONE);

    expect(needs('instruction', agent('mcp'))).toBe(true);
    expect(needs('fact', agent('mcp'))).toBe(false);
    expect(needs('instruction', USER)).toBe(false);
  });

  test('users and anonymous callers need none', () => {
    const called = operation({ tier: 2, destructive: true });

    expect([USER, ADMIN, SERVICE, undefined].map((caller) => needsApproval(called, {}, caller, ALWAYS))).toEqual(
      Array.from({ length: 4 }, () => false),
    );
  });
});

test('a caller passes all checks in their order: who calls, role, scope', () => {
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
