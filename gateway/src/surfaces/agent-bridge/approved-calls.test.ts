import { afterEach, expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { markReplayed } from '@svc/chassis/idempotency/run-write';
import {
  APPROVAL_ID,
  approvalInvalid,
  APPROVED,
  changedDeal,
  claimed,
  DEAL_ID,
  startApprovalGateway,
  stopApprovalGateways,
  STORED_INPUT,
} from './testing/approval-gateway.js';

afterEach(stopApprovalGateways);

test('with its approval the call runs on the version that the user saw, and uses up the approval', async () => {
  const { gateway, calls, rename } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);

  const { status } = await rename(token, APPROVED);

  expect(status).toBe(200);
  expect(calls).toMatchObject([
    { method: 'claimApproval', request: { approvalId: APPROVAL_ID, operation: 'deals.update', requestId: 'call-1' } },
    { method: 'updateDeal', request: { expectedVersion: 3 } },
    { method: 'completeApproval', request: { approvalId: APPROVAL_ID, requestId: 'call-1' } },
  ]);
});

test('the record of a call names the approval that it claimed or was refused, and no other', async () => {
  let claim = claimed;
  let updateDeal = changedDeal;
  const { gateway, call, rename } = await startApprovalGateway({
    claim: () => claim(),
    updateDeal: () => updateDeal(),
  });
  const { token } = gateway.connectAgent(['mcp']);

  await rename(token, APPROVED);
  updateDeal = () => Promise.reject(appError('NOT_FOUND', 'Gone.'));
  await rename(token, APPROVED);
  claim = () => Promise.reject(approvalInvalid());
  await rename(token, APPROVED);
  await call('GET', `/deals/${DEAL_ID}`, token, undefined, APPROVED);

  expect(gateway.records.map(({ operation, approvalId }) => [operation, approvalId])).toEqual([
    ['deals.update', APPROVAL_ID],
    ['deals.update', APPROVAL_ID],
    ['deals.update', APPROVAL_ID],
    ['deals.get', undefined],
  ]);
});

test('services get the claimed approval, and refuse an agent without one', async () => {
  let assertions: Record<string, string> = {};
  const { gateway, methods, rename } = await startApprovalGateway({
    claim: async () => ({ ...(await claimed()), assertions }),
  });
  const { token, agent } = gateway.connectAgent(['mcp'], { approval: null });
  const approved = { ...agent, agent: { ...agent.agent, approval: APPROVAL_ID } };
  const approvedAssertion = await gateway.assertionOf(approved);

  const without = await rename(token, APPROVED);
  assertions = { deal: approvedAssertion, identity: approvedAssertion };
  const withOne = await rename(token, APPROVED);

  expect([without.status, withOne.status]).toEqual([403, 200]);
  expect(methods()).toEqual(['claimApproval', 'releaseApproval', 'claimApproval', 'updateDeal', 'completeApproval']);
});

test.each([
  ['changed since', appError('VERSION_CONFLICT', 'Changed.'), 409, 'APPROVAL_STALE'],
  ['gone', appError('NOT_FOUND', 'Gone.'), 404, 'NOT_FOUND'],
])('a record that has %s releases the approval', async (_what, failure, status, code) => {
  const { gateway, methods, rename } = await startApprovalGateway({ updateDeal: () => Promise.reject(failure) });
  const { token } = gateway.connectAgent(['mcp']);

  const answer = await rename(token, APPROVED);

  expect([answer.status, answer.error?.['code']]).toEqual([status, code]);
  expect(methods()).toEqual(['claimApproval', 'updateDeal', 'releaseApproval']);
});

test('a refused repetition releases nothing, because the first call is still running', async () => {
  const { gateway, methods, call, rename } = await startApprovalGateway({
    claim: async () => ({ inputJson: STORED_INPUT, expectedVersion: 3, assertions: {} }),
    updateDeal: () => Promise.reject(appError('NOT_FOUND', 'Gone.')),
  });
  const { token } = gateway.connectAgent(['mcp']);

  const answers = [await rename(token, APPROVED), await call('POST', `/approvals/${APPROVAL_ID}/execute`, token)];

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(methods()).not.toContain('releaseApproval');
});

test('the stored input is claimed, even when the current schema would parse it differently', async () => {
  const storedHash = Buffer.alloc(32, 1);
  const { gateway, call, rename } = await startApprovalGateway({
    claim: async ({ inputHash }) => {
      if (Buffer.compare(inputHash, storedHash) !== 0) throw approvalInvalid();
      return claimed();
    },
  });
  const { token } = gateway.connectAgent(['mcp']);

  const answers = [
    await call('POST', `/approvals/${APPROVAL_ID}/execute`, token),
    await rename(token, APPROVED),
    await call('PATCH', `/deals/${DEAL_ID}`, token, { name: 'Another' }, APPROVED),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
  expect(answers[2]?.error).toMatchObject({ code: 'APPROVAL_INVALID' });
});

test('when the outcome of the call is unknown, it keeps the approval', async () => {
  const { gateway, methods, rename } = await startApprovalGateway({
    updateDeal: () => Promise.reject(appError('TIMEOUT', 'Too long.')),
  });
  const { token } = gateway.connectAgent(['mcp']);

  expect((await rename(token, APPROVED)).status).toBe(504);
  expect(methods()).toEqual(['claimApproval', 'updateDeal']);
});

test('the response to a repeated execution is marked as a replay', async () => {
  let isRepeated = false;
  const updateDeal = () => {
    if (isRepeated) markReplayed();
    return changedDeal();
  };
  const { gateway } = await startApprovalGateway({ updateDeal });
  const { token } = gateway.connectAgent(['mcp']);
  const execute = async () => {
    const headers = { authorization: `Bearer ${token}`, 'x-dd-request-id': 'call-1' };
    const path = `/api/agent/approvals/${APPROVAL_ID}/execute`;
    return (await gateway.fetch(path, { method: 'POST', headers })).headers.get('idempotency-replayed');
  };

  const first = await execute();
  isRepeated = true;

  expect([first, await execute()]).toEqual([null, 'true']);
});

test('an agent requests an approval in advance, in its own words, and runs the approved call', async () => {
  const { gateway, methods, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);

  const change = { operation: 'deals.update', input: { dealId: DEAL_ID, name: 'New name' } };
  const asked = await call('POST', '/approvals', token, { ...change, summary: 'You asked me to.' });
  const done = await call('POST', `/approvals/${APPROVAL_ID}/execute`, token);

  expect([asked.status, asked.location, asked.body]).toMatchObject([
    201,
    `/api/agent/approvals/${APPROVAL_ID}`,
    {
      approvalId: APPROVAL_ID,
      status: 'pending',
      summary: 'Update a deal: Spring launch, promo code SAVE20',
      agentSays: 'You asked me to.',
    },
  ]);
  expect([done.status, done.body]).toMatchObject([
    200,
    { approvalId: APPROVAL_ID, operation: 'deals.update', output: { id: DEAL_ID, name: 'New name' } },
  ]);
  expect(methods()).toEqual(['requestApproval', 'getApproval', 'claimApproval', 'updateDeal', 'completeApproval']);
});

test('an approval is claimed under the key that makes the write happen at most once', async () => {
  const { gateway, calls, call, rename } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);
  const claimedBy = () =>
    calls.filter(({ method }) => method === 'claimApproval').map(({ request }) => request['requestId']);

  await rename(token, APPROVED);
  await rename(token, { ...APPROVED, 'idempotency-key': 'another key' });
  await call('POST', `/approvals/${APPROVAL_ID}/execute`, token, {}, { 'idempotency-key': 'a third key' });

  expect([...new Set(claimedBy())]).toEqual(['call-1', 'another key', 'a third key']);
});
