import { expect, test } from '@jest/globals';
import { currentCall } from '@svc/chassis/calls/call-context';
import { appError } from '@svc/chassis/errors/app-error';
import { silentLog } from '@svc/chassis/testing/service-database';
import { toolCallId } from '@svc/chassis/tool-calls/tool-call-id';
import { createCatalog } from '@svc/operations/registry/catalog';
import { OPERATIONS } from '@svc/operations/registry/registry';
import type { AgentCaller } from '@svc/operations/run/operation-context';
import type { ToolCall as StoredToolCall } from '@svc/proto/identity/v1/tool_call_service';
import { v7 as newId } from 'uuid';
import { createToolCallRecorder, type ToolCall } from './tool-call-recorder.js';

const CATALOG = createCatalog(OPERATIONS, { approvesNonDeleteWrites: true });

function caller(userId: string): AgentCaller {
  const said = { actorId: null, channel: null };
  const connection = { connectionId: `${userId}-connection`, clientId: 'c', family: 'bridge' as const };
  return {
    kind: 'agent',
    userId,
    ...connection,
    scopes: [],
    ...said,
    assertions: { identity: `assertion of ${userId}` },
  };
}

function callOf(part: Partial<ToolCall> = {}): ToolCall {
  const outcome = { approvalId: undefined, output: undefined, replayed: false, failure: undefined };
  return {
    caller: caller('u'),
    operation: 'deals.get',
    requestId: 'r',
    agent: { surface: 'https' },
    ...outcome,
    durationMs: 5,
    ...part,
  };
}

/** Reports that identity received, with their assertions. */
function recording() {
  const told: { readonly assertion: string | undefined; readonly calls: StoredToolCall[] }[] = [];
  let isDown = false;
  const clients = {
    toolCalls: {
      recordOwnToolCalls: async ({ calls }: { calls: StoredToolCall[] }) => {
        if (isDown) throw appError('UNAVAILABLE', 'Away.');
        told.push({ assertion: currentCall()?.assertions?.['identity'], calls });
        return {};
      },
    },
  };
  const recorder = createToolCallRecorder({ clients: clients as never, catalog: CATALOG, log: silentLog });
  const breakDown = () => {
    isDown = true;
    return () => void (isDown = false);
  };
  return { told, recorder, breakDown };
}

test("each agent's calls are reported in one request, with its own assertion", async () => {
  const { told, recorder } = recording();

  recorder.record(callOf({ caller: caller('a') }));
  recorder.record(callOf({ caller: caller('b') }));
  recorder.record(callOf({ caller: caller('a'), operation: 'deals.list' }));
  await recorder.stop();

  expect(told.map(({ assertion, calls }) => [assertion, calls.map(({ operation }) => operation)])).toEqual([
    ['assertion of a', ['deals.get', 'deals.list']],
    ['assertion of b', ['deals.get']],
  ]);
});

test.each([
  ['success', undefined, { status: 'ok', httpStatus: 200 }],
  ['a refusal', appError('FORBIDDEN', 'No.'), { status: 'denied', httpStatus: 403, code: 'FORBIDDEN' }],
  ['a limit', appError('RATE_LIMITED', 'Later.'), { status: 'denied', httpStatus: 429, code: 'RATE_LIMITED' }],
  ['a failure', appError('NOT_FOUND', 'None.'), { status: 'failed', httpStatus: 404, code: 'NOT_FOUND' }],
  ['a fault', new Error('secret'), { status: 'failed', httpStatus: 500, code: 'INTERNAL' }],
])('%s is reported as such', async (_what, failure, expected) => {
  const { told, recorder } = recording();

  recorder.record(callOf({ failure }));
  await recorder.stop();

  expect(told[0]?.calls[0]).toMatchObject(expected);
  expect(JSON.stringify(told)).not.toContain('secret');
});

test.each([
  ['what was made', 'tasks.create', { id: 't' }, 201],
  ['what was deleted', 'tasks.delete', undefined, 204],
  ['what was read', 'tasks.get', { id: 't' }, 200],
])('the record of %s has the status of the response', async (_what, operation, output, httpStatus) => {
  const { told, recorder } = recording();

  recorder.record(callOf({ operation, output }));
  await recorder.stop();

  expect(told[0]?.calls[0]).toMatchObject({ status: 'ok', httpStatus });
});

test('the record of a call has the approval that it requested or executed', async () => {
  const { told, recorder } = recording();
  const approvalId = '01900000-0000-7000-8000-0000000000aa';

  recorder.record(callOf({ failure: appError('APPROVAL_REQUIRED', 'Ask.', { data: { approvalId } }) }));
  recorder.record(callOf({ operation: 'approvals.execute', output: { approvalId } }));
  recorder.record(callOf({ failure: appError('NOT_FOUND', 'None.') }));
  await recorder.stop();

  expect(told[0]?.calls.map((call) => call.approvalId)).toEqual([approvalId, approvalId, undefined]);
});

test("a write's record has the id that its service uses, a repeated or refused one its own id", async () => {
  const { told, recorder } = recording();
  const write = { operation: 'tasks.create', requestId: 'w' };

  recorder.record(callOf({ ...write, output: { id: 't' } }));
  recorder.record(callOf({ ...write, replayed: true }));
  recorder.record(callOf({ ...write, failure: appError('CONFLICT', 'No.') }));
  await recorder.stop();

  const [first, ...others] = told[0]?.calls.map(({ id }) => id) ?? [];
  expect(first).toBe(toolCallId({ userId: 'u', connectionId: 'u-connection', recordId: undefined, ...write }));
  expect(others).not.toContain(first);
});

test('records name the records that a call touched, without any written content', async () => {
  const { told, recorder } = recording();
  const deal = { id: 'd1', name: 'Spring', promoCode: 'SAVE20', status: 'active', notes: 'private', price: 5 };
  const link = {
    id: 'l1',
    shortId: 'abc',
    shortUrl: 'https://go.example/abc',
    directUrl: 'x',
    url: 'https://y.example',
  };
  const viewLog = {
    id: 'r1',
    dealId: 'd1',
    dealName: 'Spring',
    videoId: 'v1',
    promoCode: 'SAVE',
    value: 5,
    note: 'private',
  };
  const imported = {
    summary: { groups: 1, dealsCreated: 1 },
    deals: [
      {
        dealId: 'd1',
        name: 'Spring',
        promoCode: null,
        created: true,
        status: 'active',
        videos: [{ url: 'https://z.example' }],
      },
    ],
  };

  recorder.record(callOf({ operation: 'deals.create', output: deal }));
  recorder.record(callOf({ operation: 'short_links.create', output: link }));
  recorder.record(callOf({ operation: 'deals.bulk_add_view_checks', output: imported }));
  recorder.record(callOf({ operation: 'deals.list', output: { items: [deal], total: 1 } }));
  recorder.record(callOf({ operation: 'deals.add_view_log', output: viewLog }));
  recorder.record(callOf({ operation: 'approvals.request', output: { approvalId: 'a1', summary: 'Update a deal' } }));
  await recorder.stop();

  expect(told[0]?.calls.map(({ handlesJson }) => JSON.parse(handlesJson) as unknown)).toEqual([
    { dealId: 'd1', dealName: 'Spring', promoCode: 'SAVE20', status: 'active' },
    { linkId: 'l1', shortId: 'abc' },
    { summary: { groups: 1, dealsCreated: 1 }, deals: [{ dealId: 'd1', name: 'Spring', status: 'active' }] },
    { total: 1 },
    { dealId: 'd1', dealName: 'Spring', videoId: 'v1', promoCode: 'SAVE' },
    { approvalId: 'a1' },
  ]);
});

test('writes under one request id get a record each, because each is a separate call', async () => {
  const { told, recorder } = recording();
  const agents = [newId(), newId()].map((recordId) => ({ surface: 'https' as const, recordId }));

  for (const agent of agents) recorder.record(callOf({ operation: 'tasks.create', requestId: 'same', agent }));
  await recorder.stop();

  expect(new Set(told[0]?.calls.map(({ id }) => id)).size).toBe(2);
});

test('in a full report, repeated failures are dropped first, then reads, and their number is reported', async () => {
  const { told, recorder } = recording();
  const failing = { operation: 'deals.get', failure: appError('NOT_FOUND', 'None.') };

  for (let count = 0; count < 100; count += 1) recorder.record(callOf(failing));
  for (let count = 0; count < 20; count += 1) recorder.record(callOf({ operation: 'contacts.list' }));
  for (let count = 0; count < 90; count += 1) recorder.record(callOf({ operation: 'tasks.create', output: {} }));
  await recorder.stop();

  const [report] = told;
  const countOf = (wanted: string) => report?.calls.filter(({ operation }) => operation === wanted).length;
  expect(told).toHaveLength(1);
  expect(report?.calls).toHaveLength(100);
  expect(['tasks.create', 'contacts.list', 'deals.get'].map(countOf)).toEqual([90, 8, 1]);
  expect(report?.calls.at(-1)).toMatchObject({
    operation: 'calls.not_written_down',
    notWrittenDown: 111,
    connectionId: 'u-connection',
  });
});

test('after a lost report, the next one has the number of calls without a record', async () => {
  const { told, recorder, breakDown } = recording();
  const end = breakDown();
  recorder.record(callOf());
  recorder.record(callOf({ failure: appError('NOT_FOUND', 'None.') }));
  recorder.record(callOf({ operation: 'tasks.create', output: {} }));
  await recorder.stop();
  end();

  recorder.record(callOf({ operation: 'deals.list' }));
  recorder.record(callOf({ operation: 'deals.list', caller: caller('other') }));
  await recorder.stop();

  expect(told.map(({ calls }) => calls.map(({ operation, notWrittenDown }) => [operation, notWrittenDown]))).toEqual([
    [
      ['deals.list', undefined],
      ['calls.not_written_down', 2],
    ],
    [['deals.list', undefined]],
  ]);
});
