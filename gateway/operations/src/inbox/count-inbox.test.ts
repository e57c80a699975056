import { expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import type { OperationContext } from '../run/operation-context.js';
import { countInbox } from './count-inbox.js';

const total = (totalSize: number) => async () => ({ totalSize });

function contextWith(clients: object): OperationContext {
  return {
    clients: {
      teams: { listInvitations: total(1) },
      accessRequests: { listAccessRequests: total(2) },
      suggestions: { listSuggestions: total(3) },
      approvals: { listApprovals: total(4) },
      memories: { listMemories: total(5) },
      dueViews: { listDueViews: total(6) },
      ...clients,
    },
  } as unknown as OperationContext;
}

const away = (kind: 'UNAVAILABLE' | 'TIMEOUT' | 'METHOD_NOT_ALLOWED') => async () => {
  throw appError(kind, 'Away.');
};

test('counts everything in the inbox in one call', async () => {
  expect(await countInbox.run({}, contextWith({}))).toEqual({
    invitations: 1,
    accessRequests: 2,
    suggestions: 3,
    approvals: 4,
    memories: 5,
    dueViews: 6,
    degraded: [],
  });
});

test('returns null for an unavailable or slow part, names it, and counts the others', async () => {
  const context = contextWith({
    accessRequests: { listAccessRequests: away('UNAVAILABLE') },
    suggestions: { listSuggestions: away('TIMEOUT') },
  });

  expect(await countInbox.run({}, context)).toEqual({
    invitations: 1,
    accessRequests: null,
    suggestions: null,
    approvals: 4,
    memories: 5,
    dueViews: 6,
    degraded: ['accessRequests', 'suggestions'],
  });
});

test('returns null for a part whose service lacks the method during an upgrade', async () => {
  const context = contextWith({ memories: { listMemories: away('METHOD_NOT_ALLOWED') } });

  expect(await countInbox.run({}, context)).toMatchObject({ memories: null, approvals: 4, degraded: ['memories'] });
});

test('fails on any other error', async () => {
  const broken = async () => {
    throw new Error('Broken.');
  };

  await expect(countInbox.run({}, contextWith({ approvals: { listApprovals: broken } }))).rejects.toThrow('Broken.');
});
