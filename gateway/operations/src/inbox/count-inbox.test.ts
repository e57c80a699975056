import { expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import type { OperationContext } from '../operation-context.js';
import { countInbox } from './count-inbox.js';

const total = (totalSize: number) => async () => ({ totalSize });

function contextWith(clients: object): OperationContext {
  return {
    clients: {
      teams: { listInvitations: total(1) },
      accessRequests: { listAccessRequests: total(2) },
      suggestions: { listSuggestions: total(3) },
      approvals: { listApprovals: total(4) },
      ...clients,
    },
  } as unknown as OperationContext;
}

const away = (kind: 'UNAVAILABLE' | 'TIMEOUT') => async () => {
  throw appError(kind, 'Away.');
};

test('what waits is counted in one answer', async () => {
  expect(await countInbox.run({}, contextWith({}))).toEqual({
    invitations: 1,
    accessRequests: 2,
    suggestions: 3,
    approvals: 4,
    degraded: [],
  });
});

test('a part that is away or slow is null and named, and the others are counted', async () => {
  const context = contextWith({
    accessRequests: { listAccessRequests: away('UNAVAILABLE') },
    suggestions: { listSuggestions: away('TIMEOUT') },
  });

  expect(await countInbox.run({}, context)).toEqual({
    invitations: 1,
    accessRequests: null,
    suggestions: null,
    approvals: 4,
    degraded: ['accessRequests', 'suggestions'],
  });
});

test('what fails for another reason fails the answer', async () => {
  const broken = async () => {
    throw new Error('Broken.');
  };

  await expect(countInbox.run({}, contextWith({ approvals: { listApprovals: broken } }))).rejects.toThrow('Broken.');
});
