import { afterEach, expect, test } from '@jest/globals';
import {
  approval,
  APPROVAL_ID,
  DEAL_ID,
  startApprovalGateway,
  stopApprovalGateways,
} from './testing/approval-gateway.js';

afterEach(stopApprovalGateways);

test('a sensitive write without an approval requests one, and describes the change and how to continue', async () => {
  const { gateway, calls, rename } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['svc.read', 'svc.write.sensitive']);

  const { status, error } = await rename(token);

  expect(status).toBe(403);
  expect(error).toMatchObject({
    code: 'APPROVAL_REQUIRED',
    approvalId: APPROVAL_ID,
    approvalUrl: `https://app.example/approvals/${APPROVAL_ID}`,
    diff: [{ field: 'name', before: 'Spring launch', after: 'New name' }],
    expiresAt: '2026-01-02T00:00:00.000Z',
    nextAction: {
      type: 'wait_for_approval',
      check: { method: 'GET', path: `/api/agent/approvals/${APPROVAL_ID}`, tool: 'approvals_get' },
      retry: {
        operation: 'deals.update',
        headers: { 'x-dd-approval-id': APPROVAL_ID },
        _meta: { 'svc.agent/approval-id': APPROVAL_ID },
      },
      execute: { method: 'POST', path: `/api/agent/approvals/${APPROVAL_ID}/execute`, tool: 'approvals_execute' },
    },
  });
  expect(calls).toMatchObject([
    {
      method: 'requestApproval',
      request: {
        operation: 'deals.update',
        tier: 2,
        destructive: false,
        expectedVersion: 3,
        summary: expect.stringContaining('Spring launch'),
      },
    },
  ]);
});

test('a deletion shows what will be deleted, lists included', async () => {
  const { gateway, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);

  const { error } = await call('DELETE', `/deals/${DEAL_ID}`, token);

  const diff = error?.['diff'] as { readonly field: string; readonly before: unknown }[];
  expect(diff).toContainEqual({ field: 'name', before: 'Spring launch', after: null });
  expect(diff).toContainEqual({ field: 'tags', before: ['spring', 'summer'], after: null });
});

test('an import is shown row by row, and an unreadable one is refused', async () => {
  const { gateway, calls, methods, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);
  const importFile = (file: object) => call('POST', '/contacts/import', token, { format: 'csv', ...file });

  const { error } = await importFile({ content: 'Naam,Kolom\nAnna,x' });
  const unreadable = await importFile({ contentBase64: 'bmFtZQpBbm4=' });
  const [none, both] = [await importFile({}), await importFile({ content: 'name', contentBase64: 'bmFtZQ==' })];

  const diff = error?.['diff'] as { readonly field: string; readonly after: unknown }[];
  const after = (field: string) => diff.find((change) => change.field === field)?.after;
  expect(['rows', 'toCreate', 'invalid', 'columns', 'row 1', 'rowsNotShown'].map(after)).toEqual([
    22,
    21,
    1,
    ['Naam → name', 'Kolom → not read'],
    'New: Name 1, name1@example.com, youtube @name, new',
    2,
  ]);
  expect(after('row 2')).toBe('Left out: Name 2, name2@example.com, youtube @name, new, The address is none.');
  expect(calls[0]).toMatchObject({ method: 'importContacts', request: { preview: true } });
  expect([unreadable.status, unreadable.error?.['details']]).toEqual([
    400,
    [{ path: 'contentBase64', message: expect.stringContaining('Send the text of the file in `content`.') }],
  ]);
  expect([none, both].map(({ error }) => error?.['details'])).toEqual([
    [{ path: 'content', message: 'Send one of `content` and `contentBase64`.' }],
    [{ path: 'content', message: 'Send either `content` or `contentBase64`, not both.' }],
  ]);
  expect(methods()).toEqual(['importContacts', 'requestApproval']);
});

test('the hash of an input does not depend on the order of its fields', async () => {
  const { gateway, calls, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);

  await call('PATCH', `/deals/${DEAL_ID}`, token, { name: 'A', notes: 'B' });
  await call('PATCH', `/deals/${DEAL_ID}`, token, { notes: 'B', name: 'A' });
  await call('PATCH', `/deals/${DEAL_ID}`, token, { notes: 'B', name: 'C' });

  const [first, second, other] = calls.map(({ request }) =>
    Buffer.from(request['inputHash'] as Buffer).toString('hex'),
  );
  expect(second).toBe(first);
  expect(other).not.toBe(first);
});

test('an agent without read access does not see the contents of the record', async () => {
  const { gateway, rename } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['svc.write.sensitive']);

  expect((await rename(token)).error).toMatchObject({ code: 'APPROVAL_REQUIRED', diff: null });
});

test('an approval does not show the contents of the record to an agent without read access', async () => {
  const diff = [{ field: 'name', before: 'Spring launch', after: 'New name' }];
  const stored = async () => ({ approval: approval({ diffJson: JSON.stringify(diff) }) });
  const { gateway, call } = await startApprovalGateway({ getApproval: stored });
  const shownTo = (scopes: string[]) => call('GET', `/approvals/${APPROVAL_ID}`, gateway.connectAgent(scopes).token);

  expect((await shownTo(['svc.write.sensitive'])).body).toMatchObject({ summary: 'Update a deal', diff: null });
  expect((await shownTo(['svc.read'])).body).toMatchObject({ summary: 'Update a deal: Spring launch', diff });
});

test('repeating an approved call without its approval says how to use that approval', async () => {
  const { gateway, rename } = await startApprovalGateway({ asked: { status: 'approved' } });
  const { token } = gateway.connectAgent(['mcp']);

  const { status, error } = await rename(token);

  expect(status).toBe(403);
  expect(error).toMatchObject({
    code: 'APPROVAL_REQUIRED',
    message: expect.stringContaining('approved this already'),
    approvalId: APPROVAL_ID,
    nextAction: { type: 'use_approval', instruction: expect.stringContaining('approvals_execute') },
  });
});

test('an agent without read access does not learn that its update would change nothing', async () => {
  const { gateway, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['svc.write.sensitive']);
  const same = { name: 'Spring launch' };

  const updated = await call('PATCH', `/deals/${DEAL_ID}`, token, same);
  const asked = await call('POST', '/approvals', token, {
    operation: 'deals.update',
    input: { dealId: DEAL_ID, ...same },
  });

  expect([updated.status, updated.error]).toMatchObject([403, { code: 'APPROVAL_REQUIRED', diff: null }]);
  expect([asked.status, asked.body]).toMatchObject([201, { diff: null }]);
});

test('a wrong input is refused before the user is asked for an approval', async () => {
  const { gateway, methods, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);

  const { status, error } = await call('PATCH', `/deals/${DEAL_ID}`, token, { nonsense: 1 });

  expect([status, error?.['code'], methods()]).toEqual([400, 'VALIDATION_ERROR', []]);
});

test('the user is not asked to approve a change of an outdated version', async () => {
  const { gateway, methods, call, rename } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);

  const stale = [
    await rename(token, { 'if-match': '"2"' }),
    await call('DELETE', `/deals/${DEAL_ID}`, token, undefined, { 'if-match': '"2"' }),
  ];
  const current = await rename(token, { 'if-match': '"3"' });

  expect(stale.map(({ status, error }) => [status, error?.['code'], error?.['version']])).toEqual([
    [412, 'VERSION_CONFLICT', 3],
    [412, 'VERSION_CONFLICT', 3],
  ]);
  expect(current.error).toMatchObject({ code: 'APPROVAL_REQUIRED' });
  expect(methods()).toEqual(['requestApproval']);
});

test('an update that changes nothing returns the record, and no approval is requested', async () => {
  const { gateway, methods, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);
  const same = { name: 'Spring launch', tags: ['spring', 'summer'] };

  const updated = await call('PATCH', `/deals/${DEAL_ID}`, token, same);
  const asked = await call('POST', '/approvals', token, {
    operation: 'deals.update',
    input: { dealId: DEAL_ID, ...same },
  });

  expect([updated.status, updated.body]).toMatchObject([200, { id: DEAL_ID, version: 3, ...same }]);
  expect([asked.status, asked.error?.['details']]).toEqual([
    400,
    [{ path: 'input', message: expect.stringContaining('must change something') }],
  ]);
  expect(methods()).toEqual([]);
});

test('an agent may refer to an operation by the name of its tool', async () => {
  const { gateway, calls, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);

  const { status } = await call('POST', '/approvals', token, {
    operation: 'deals_update',
    input: { dealId: DEAL_ID, name: 'New name' },
  });

  expect([status, calls.map(({ request }) => request['operation'])]).toEqual([201, ['deals.update']]);
});

test('the operator may waive approvals of writes that delete nothing, and no others', async () => {
  const { gateway, methods, call, rename } = await startApprovalGateway({ approvesNonDeleteWrites: false });
  const { token } = gateway.connectAgent(['mcp']);

  const [changed, deleted] = [await rename(token), await call('DELETE', `/deals/${DEAL_ID}`, token)];

  expect(changed.status).toBe(200);
  expect(deleted.error).toMatchObject({ code: 'APPROVAL_REQUIRED' });
  expect(methods()).toEqual(['updateDeal', 'requestApproval']);
});

test('the schema shows which approvals the operator has waived', async () => {
  const { gateway } = await startApprovalGateway({ approvesNonDeleteWrites: false });
  const relaxed = (await (await gateway.fetch('/api/agent/schema')).json()) as { tiers: { approval: string }[] };

  expect(relaxed.tiers[2]).toMatchObject({ approval: 'for deletions' });
});

test('users need no approval', async () => {
  const { gateway, methods } = await startApprovalGateway();
  const { token } = gateway.signIn();

  const response = await gateway.fetch(`/api/deals/${DEAL_ID}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });

  expect([response.status, methods()]).toEqual([204, ['deleteDeal']]);
});

test('an agent with only the scope of sensitive writes sees whether its approval is decided', async () => {
  const { gateway, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['svc.write.sensitive']);

  const { status } = await call('GET', `/approvals/${APPROVAL_ID}`, token);

  expect(status).toBe(200);
});

test.each([
  ['no operation', { operation: 'deals.nothing', input: {} }],
  ['one that is not for agents', { operation: 'auth.sign_out', input: {} }],
  ['one that needs no approval', { operation: 'tasks.create', input: { title: 'Task' } }],
  ['an input that it does not take', { operation: 'deals.update', input: { dealId: 'x' } }],
])('the user is not asked to approve %s', async (_what, body) => {
  const { gateway, methods, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);

  const { status, error } = await call('POST', '/approvals', token, body);

  expect([status, error?.['code'], methods()]).toEqual([400, 'VALIDATION_ERROR', []]);
});

test('only an adapter confirms an approval, and only with the second secret', async () => {
  const { gateway, methods, call } = await startApprovalGateway();
  const { token } = gateway.connectAgent(['mcp']);
  const { agent } = gateway.connectAgent(['mcp'], { requestId: null, clientId: null });
  gateway.actFor(agent);
  const confirm = (credential: string, headers: Record<string, string>) =>
    call('POST', `/approvals/${APPROVAL_ID}/confirm`, credential, undefined, headers);
  const adapter = { 'x-dd-acting-user-id': agent.userId };
  const secret = { 'x-dd-approval-confirm-secret': 'a-secret-of-the-operator-for-confirming' };

  const statuses = [
    await confirm(token, secret),
    await confirm('the-secret-that-adapters-share-here', adapter),
    await confirm('the-secret-that-adapters-share-here', { ...adapter, ...secret }),
  ].map(({ status }) => status);

  expect(statuses).toEqual([403, 403, 200]);
  expect(methods()).toEqual(['confirmApproval']);
});
