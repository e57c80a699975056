/** @lane waiting */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { startOwnStack, type OwnStack } from '../own-stack.ts';
import type { Session } from '../stack.ts';
import { daysAgo, videoUrl, type ImportAnswer, type List } from './answers.ts';
import { connectAgent, type BridgeAgent } from './bridge-agents.ts';
import { whileFrozen } from './freeze.ts';

interface ToolCall {
  readonly operation: string;
  readonly requestId: string;
  readonly actorId: string | null;
  readonly status: string;
  readonly replayed: boolean;
  readonly handles: { readonly deals?: readonly { readonly dealId: string; readonly status: string }[] };
}

interface Activity {
  readonly action: string;
  readonly agent: unknown;
}

let stack: OwnStack;
let user: Session;
let agent: BridgeAgent;

beforeAll(async () => {
  // The token of an agent that has just called is known for a while without identity.
  stack = await startOwnStack('kills', {
    without: ['shortener', 'screenshot', 'copilot'],
    environment: { AUTH_REUSE_MS: '5000' },
  });
  user = await stack.signUp();
  agent = await connectAgent(stack, user, ['svc.read', 'svc.write.low_risk']);
}, 180_000);

afterAll(() => stack?.stop());

/** Imports a video into a deal with this promo code, as the agent. */
function importAs(requestId: string, promoCode: string) {
  const headers = { 'x-dd-request-id': requestId, 'x-dd-actor-id': 'desk', 'x-dd-channel': 'slack' };
  const body = { postDate: daysAgo(2), collections: [{ promoCode, urls: [videoUrl(1)] }] };
  return stack.as(agent.token).post<ImportAnswer>('/api/agent/deals/bulk-import/process', body, { headers });
}

async function recordsOf(requestId: string): Promise<ToolCall[]> {
  const { body } = await user.get<{ recentLogs: ToolCall[] }>('/api/settings/agent-connection?limit=50');
  return body.recentLogs.filter((call) => call.requestId === requestId);
}

const activityOf = async (dealId: string) =>
  (await user.get<List<Activity>>(`/api/deals/${dealId}/activity`)).body.items;

test('a write of an agent leaves one record and its lines of activity, and a repetition only a record that says so', async () => {
  const requestId = randomUUID();

  const { status, body } = await importAs(requestId, 'ONCE');
  const again = await importAs(requestId, 'ONCE');

  expect([status, again.status]).toEqual([200, 200]);
  const dealId = body.deals[0]?.dealId ?? '';
  await eventually(async () => expect(await recordsOf(requestId)).toHaveLength(2));
  const records = await recordsOf(requestId);
  expect(new Set(records.map(({ replayed }) => replayed))).toEqual(new Set([false, true]));
  expect(records[0]).toMatchObject({ operation: 'deals.bulk_add_view_checks', actorId: 'desk', status: 'ok' });
  const said = { source: 'https', requestId, actorId: 'desk', channel: 'slack', approvalId: null };
  const call = { operation: 'deals.bulk_add_view_checks', tier: 1 };
  const lines = await activityOf(dealId);
  expect(lines.map(({ action }) => action).toSorted()).toEqual(['deal.created', 'videos.imported']);
  for (const line of lines) expect(line).toMatchObject({ agentSource: 'https', agent: { ...said, ...call } });
});

test('a write of a user leaves no record, and a line without an agent', async () => {
  const calls = async () =>
    (await user.get<{ status: { recentCount: number } }>('/api/settings/agent-connection')).body;
  const { recentCount } = (await calls()).status;

  const { body } = await user.post<{ id: string }>('/api/deals', { name: 'Own' });

  expect(await activityOf(body.id)).toMatchObject([{ action: 'deal.created', agentSource: null, agent: null }]);
  expect((await calls()).status.recentCount).toBe(recentCount);
});

test('a write is recorded though identity hangs and gateway and deal die right after their answer', async () => {
  await importAs(randomUUID(), 'KNOWN');
  const requestId = randomUUID();

  const answer = await whileFrozen(stack.pid('identity'), async () => {
    const answered = await importAs(requestId, 'KEPT');
    stack.kill('gateway', 'SIGKILL');
    stack.kill('deal', 'SIGKILL');
    return answered;
  });

  expect(answer.status).toBe(200);
  await stack.waitUntilReady();
  await eventually(async () => expect(await recordsOf(requestId)).toHaveLength(1), 30_000);
  const [record] = await recordsOf(requestId);
  expect(record).toMatchObject({ status: 'ok', actorId: 'desk', replayed: false });
  expect(record?.handles.deals?.[0]).toMatchObject({ dealId: answer.body.deals[0]?.dealId, status: 'active' });
}, 180_000);
