import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import { markReplayed } from '@svc/chassis/idempotency/run-write';
import { startTestGateway, testDeal, type TestGateway } from '../../testing/test-gateway.js';

const DEAL_ID = '01900000-0000-7000-8000-000000000001';
const APPROVAL_ID = '01900000-0000-7000-8000-0000000000aa';

/** The user's approvals. */
const STORED = JSON.stringify({ dealId: DEAL_ID, name: 'New name' });

/** What an import would do. */
const PLANNED = {
  preview: true,
  summary: { rows: 22, toCreate: 21, toUpdate: 0, duplicates: 0, invalid: 1 },
  columns: [{ heading: 'Naam', field: 'name' }, { heading: 'Kolom' }],
  items: Array.from({ length: 22 }, (_, index) => ({
    row: index + 1,
    action: index === 1 ? 'invalid' : 'create',
    name: `Name ${index + 1}`,
    email: `name${index + 1}@example.com`,
    handles: [{ platform: 'youtube', handle: '@name' }],
    tags: ['new'],
    messages: index === 1 ? ['The address is none.'] : [],
  })),
};

let gateway: TestGateway;
let calls: { readonly method: string; readonly request: Record<string, unknown> }[];
let claim: (request: { readonly inputHash: Buffer }) => Promise<object>;
let updateDeal: (request: Record<string, unknown>) => Promise<unknown>;

const approvalInvalid = () =>
  AppError.restore({ kind: 'forbidden', code: 'APPROVAL_INVALID', message: 'The approval does not cover this call.' });

const noted = (method: string, answer: (request: never) => unknown) => async (request: unknown) => {
  calls.push({ method, request: request as Record<string, unknown> });
  return (await answer(request as never)) as never;
};

const approval = (fields: object = {}) => ({
  id: APPROVAL_ID,
  operation: 'deals.update',
  summary: 'Update a deal: Spring launch',
  tier: 2,
  destructive: false,
  status: 'pending',
  inputHash: Buffer.alloc(32, 1),
  createdAt: new Date('2026-01-01T00:00:00Z'),
  expiresAt: new Date('2026-01-02T00:00:00Z'),
  ...fields,
});

async function start(approvesNonDeleteWrites = true) {
  gateway = await startTestGateway({
    appOrigin: 'https://app.example',
    approvesNonDeleteWrites,
    handlers: {
      deals: {
        getDeal: async () => ({ deal: testDeal({ id: DEAL_ID, version: 3, tags: ['spring', 'summer'] }) }),
        updateDeal: noted('updateDeal', (request) => updateDeal(request)),
        deleteDeal: noted('deleteDeal', () => ({})),
      },
      contacts: { importContacts: noted('importContacts', () => PLANNED) },
      approvals: {
        requestApproval: noted(
          'requestApproval',
          ({ summary, agentSays }: { summary: string; agentSays?: string }) => ({
            approval: approval({ summary, agentSays }),
          }),
        ),
        getApproval: noted('getApproval', () => ({ approval: approval({ inputJson: STORED }) })),
        claimApproval: noted('claimApproval', (request: { inputHash: Buffer }) => claim(request)),
        releaseApproval: noted('releaseApproval', () => ({})),
        completeApproval: noted('completeApproval', () => ({})),
        confirmApproval: noted('confirmApproval', () => ({ approval: approval({ status: 'approved' }) })),
      },
    },
  });
}

beforeEach(() => {
  calls = [];
  claim = async () => ({ inputJson: STORED, expectedVersion: 3, claimNumber: 1, assertions: {} });
  updateDeal = async () => ({ deal: testDeal({ id: DEAL_ID, name: 'New name', version: 4 }) });
});

afterEach(() => gateway?.stop());

async function call(method: string, path: string, token: string, body?: object, headers: Record<string, string> = {}) {
  const response = await gateway.fetch(`/api/agent${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-dd-request-id': 'call-1',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const location = response.headers.get('location');
  const parsed = (text === '' ? {} : JSON.parse(text)) as { error?: Record<string, unknown> };
  return { status: response.status, location, body: parsed, error: parsed.error };
}

const rename = (token: string, headers?: Record<string, string>) =>
  call('PATCH', `/deals/${DEAL_ID}`, token, { name: 'New name' }, headers);
const methods = () => calls.map(({ method }) => method);

test('a sensitive write without an approval asks for one, and says what would change and how to continue', async () => {
  await start();
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
      check: { method: 'GET', path: `/api/agent/approvals/${APPROVAL_ID}` },
      retry: {
        operation: 'deals.update',
        headers: { 'x-dd-approval-id': APPROVAL_ID },
        _meta: { 'svc.agent/approval-id': APPROVAL_ID },
      },
      execute: { method: 'POST', path: `/api/agent/approvals/${APPROVAL_ID}/execute` },
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
  await start();
  const { token } = gateway.connectAgent(['mcp']);

  const { error } = await call('DELETE', `/deals/${DEAL_ID}`, token);

  const diff = error?.['diff'] as { readonly field: string; readonly before: unknown }[];
  expect(diff).toContainEqual({ field: 'name', before: 'Spring launch', after: null });
  expect(diff).toContainEqual({ field: 'tags', before: ['spring', 'summer'], after: null });
});

test('an import is shown row by row, and an unreadable one is refused', async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);
  const importFile = (file: object) => call('POST', '/contacts/import', token, { format: 'csv', ...file });

  const { error } = await importFile({ content: 'Naam,Kolom\nAnna,x' });
  const unreadable = await importFile({ contentBase64: 'bmFtZQpBbm4=' });

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
  expect(methods()).toEqual(['importContacts', 'requestApproval']);
});

test('the hash of an input does not depend on the order of its fields', async () => {
  await start();
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

test('an agent without read access does not learn what the record contains', async () => {
  await start();
  const { token } = gateway.connectAgent(['svc.write.sensitive']);

  expect((await rename(token)).error).toMatchObject({ code: 'APPROVAL_REQUIRED', diff: null });
});

test('a wrong input is refused before the user is asked for an approval', async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);

  const { status, error } = await call('PATCH', `/deals/${DEAL_ID}`, token, { nonsense: 1 });

  expect([status, error?.['code'], methods()]).toEqual([400, 'VALIDATION_ERROR', []]);
});

test('with its approval the call runs on the version that the user saw, and uses up the approval', async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);

  const { status } = await rename(token, { 'x-dd-approval-id': APPROVAL_ID });

  expect(status).toBe(200);
  expect(calls).toMatchObject([
    { method: 'claimApproval', request: { approvalId: APPROVAL_ID, operation: 'deals.update', requestId: 'call-1' } },
    { method: 'updateDeal', request: { expectedVersion: 3 } },
    { method: 'completeApproval', request: { approvalId: APPROVAL_ID, requestId: 'call-1' } },
  ]);
});

test('the record of a call names the approval that it claimed or was refused, and no other', async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);
  const named = { 'x-dd-approval-id': APPROVAL_ID };

  await rename(token, named);
  updateDeal = () => Promise.reject(appError('NOT_FOUND', 'Gone.'));
  await rename(token, named);
  claim = () => Promise.reject(approvalInvalid());
  await rename(token, named);
  await call('GET', `/deals/${DEAL_ID}`, token, undefined, named);

  expect(gateway.records.map(({ operation, approvalId }) => [operation, approvalId])).toEqual([
    ['deals.update', APPROVAL_ID],
    ['deals.update', APPROVAL_ID],
    ['deals.update', APPROVAL_ID],
    ['deals.get', undefined],
  ]);
});

test('services get the claimed approval, and refuse an agent without one', async () => {
  await start();
  const { token, agent } = gateway.connectAgent(['mcp'], { approval: null });
  const approved = { ...agent, agent: { ...agent.agent, approval: APPROVAL_ID } };
  const approvedAssertion = await gateway.assertionOf(approved);
  let assertions: Record<string, string> = {};
  claim = async () => ({ inputJson: STORED, expectedVersion: 3, claimNumber: 1, assertions });

  const without = await rename(token, { 'x-dd-approval-id': APPROVAL_ID });
  assertions = { deal: approvedAssertion, identity: approvedAssertion };
  const withOne = await rename(token, { 'x-dd-approval-id': APPROVAL_ID });

  expect([without.status, withOne.status]).toEqual([403, 200]);
  expect(methods()).toEqual(['claimApproval', 'releaseApproval', 'claimApproval', 'updateDeal', 'completeApproval']);
});

test.each([
  ['changed since', appError('VERSION_CONFLICT', 'Changed.'), 409, 'APPROVAL_STALE'],
  ['gone', appError('NOT_FOUND', 'Gone.'), 404, 'NOT_FOUND'],
])('a record that has %s releases the approval', async (_what, failure, status, code) => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);
  updateDeal = () => Promise.reject(failure);

  const answer = await rename(token, { 'x-dd-approval-id': APPROVAL_ID });

  expect([answer.status, answer.error?.['code']]).toEqual([status, code]);
  expect(methods()).toEqual(['claimApproval', 'updateDeal', 'releaseApproval']);
});

test('a refused repetition releases nothing, because the first call is still running', async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);
  claim = async () => ({ inputJson: STORED, expectedVersion: 3, assertions: {} });
  updateDeal = () => Promise.reject(appError('NOT_FOUND', 'Gone.'));

  const answers = [
    await rename(token, { 'x-dd-approval-id': APPROVAL_ID }),
    await call('POST', `/approvals/${APPROVAL_ID}/execute`, token),
  ];

  expect(answers.map(({ status }) => status)).toEqual([404, 404]);
  expect(methods()).not.toContain('releaseApproval');
});

test("the stored input is claimed, even when today's schema would parse it differently", async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);
  const storedHash = Buffer.alloc(32, 1);
  claim = async ({ inputHash }) => {
    if (Buffer.compare(inputHash, storedHash) !== 0) throw approvalInvalid();
    return { inputJson: STORED, expectedVersion: 3, claimNumber: 1, assertions: {} };
  };

  const answers = [
    await call('POST', `/approvals/${APPROVAL_ID}/execute`, token),
    await rename(token, { 'x-dd-approval-id': APPROVAL_ID }),
    await call('PATCH', `/deals/${DEAL_ID}`, token, { name: 'Another' }, { 'x-dd-approval-id': APPROVAL_ID }),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
  expect(answers[2]?.error).toMatchObject({ code: 'APPROVAL_INVALID' });
});

test('when the outcome of the call is unknown, it keeps the approval', async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);
  updateDeal = () => Promise.reject(appError('TIMEOUT', 'Too long.'));

  expect((await rename(token, { 'x-dd-approval-id': APPROVAL_ID })).status).toBe(504);
  expect(methods()).toEqual(['claimApproval', 'updateDeal']);
});

test('the operator may waive approvals of writes that delete nothing, and no others', async () => {
  await start(false);
  const { token } = gateway.connectAgent(['mcp']);

  const [changed, deleted] = [await rename(token), await call('DELETE', `/deals/${DEAL_ID}`, token)];

  expect(changed.status).toBe(200);
  expect(deleted.error).toMatchObject({ code: 'APPROVAL_REQUIRED' });
  expect(methods()).toEqual(['updateDeal', 'requestApproval']);
});

test('the schema shows what the operator has waived', async () => {
  await start(false);
  const relaxed = (await (await gateway.fetch('/api/agent/schema')).json()) as { tiers: { approval: string }[] };

  expect(relaxed.tiers[2]).toMatchObject({ approval: 'for deletions' });
});

test("a repeated execution says that its answer is the first one's", async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);
  const execute = async () => {
    const headers = { authorization: `Bearer ${token}`, 'x-dd-request-id': 'call-1' };
    const path = `/api/agent/approvals/${APPROVAL_ID}/execute`;
    return (await gateway.fetch(path, { method: 'POST', headers })).headers.get('idempotency-replayed');
  };

  const first = await execute();
  const answer = updateDeal;
  updateDeal = (request) => {
    markReplayed();
    return answer(request);
  };

  expect([first, await execute()]).toEqual([null, 'true']);
});

test('users need no approval', async () => {
  await start();
  const { token } = gateway.signIn();

  const response = await gateway.fetch(`/api/deals/${DEAL_ID}`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });

  expect([response.status, methods()]).toEqual([204, ['deleteDeal']]);
});

test('an agent asks in advance, in its own words, and runs what was approved', async () => {
  await start();
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

test('an agent with only the scope of sensitive writes sees whether its approval is decided', async () => {
  await start();
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
  await start();
  const { token } = gateway.connectAgent(['mcp']);

  const { status, error } = await call('POST', '/approvals', token, body);

  expect([status, error?.['code'], methods()]).toEqual([400, 'VALIDATION_ERROR', []]);
});

test('only an adapter confirms an approval, and only with the second secret', async () => {
  await start();
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

test('an approval is claimed under the key that makes the write happen at most once', async () => {
  await start();
  const { token } = gateway.connectAgent(['mcp']);
  const approved = { 'x-dd-approval-id': APPROVAL_ID };
  const claimedBy = () =>
    calls.filter(({ method }) => method === 'claimApproval').map(({ request }) => request['requestId']);

  await rename(token, approved);
  await rename(token, { ...approved, 'idempotency-key': 'another key' });
  await call('POST', `/approvals/${APPROVAL_ID}/execute`, token, {}, { 'idempotency-key': 'a third key' });

  expect([...new Set(claimedBy())]).toEqual(['call-1', 'another key', 'a third key']);
});
