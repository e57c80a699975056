/** @lane waiting */
import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { makeBmp } from '@svc/images/testing/bmp-file';
import { callApi } from '@svc/scripts/stack/http';
import { type OwnStack, startOwnStack } from '../../own-stack.ts';
import type { Session } from '../../stack.ts';
import { daysAgo, type ErrorAnswer, type ImportAnswer, type List, videoUrl } from '../answers.ts';
import { dumpTables } from '../database.ts';
import { whileFrozen } from '../processes/freeze.ts';
import { approve, askForApproval, redeem } from '../short-links/short-link-visits.ts';
import { ADAPTER, bridgeCalls, connectAgent, connectTools } from './bridge-agents.ts';

const SCOPES = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory'];
const WRITES = 16;
/** Agent timeout in milliseconds, shorter than the hang of its service. */
const PATIENCE_MS = 500;

let stack: OwnStack;
let user: Session;
let token: string;
let call: ReturnType<typeof bridgeCalls>;

beforeAll(async () => {
  stack = await startOwnStack('kills', {
    // Tokens of agents that called recently are reused for a while without asking identity.
    environment: { ...ADAPTER.environment, LOG_LEVEL: 'debug', AUTH_REUSE_MS: '5000' },
  });
  user = await stack.signUp();
  ({ token } = await connectAgent(stack, user, SCOPES));
  call = bridgeCalls(stack, { authorization: `Bearer ${token}` });
});

afterAll(() => stack.stop());

const titlesOf = async (start: string): Promise<string[]> => {
  const { body } = await user.get<List<{ title: string }>>('/api/tasks?limit=200');
  return body.items.map(({ title }) => title).filter((title) => title.startsWith(start));
};

describe('a repeated write with the same key runs once after an unknown outcome', () => {
  test("when its service hung past the agent's timeout", async () => {
    const write = { method: 'POST', body: JSON.stringify({ title: 'hung' }) };
    const headers = { authorization: `Bearer ${token}`, 'x-dd-request-id': 'hung', 'content-type': 'application/json' };
    await whileFrozen(stack.pid('deal'), async () => {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const asked = fetch(`${stack.gatewayUrl}/api/agent/tasks`, { ...write, headers, signal });
      await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
    });

    await eventually(async () => {
      const { status } = await call('POST', '/tasks', { body: { title: 'hung' }, requestId: 'hung' });
      expect(status).toBe(201);
    });

    expect(await titlesOf('hung')).toEqual(['hung']);
  });

  test('when its service was killed', async () => {
    const names = Array.from({ length: WRITES }, (_, index) => `killed-${index}`);
    const write = (name: string) => call<ErrorAnswer>('POST', '/tasks', { body: { title: name }, requestId: name });
    const [first] = names;
    await write(first ?? '');

    const under = names.map(write);
    stack.kill('deal', 'SIGKILL');
    const answers = await Promise.all(under);
    await stack.waitUntilReady();

    expect(answers.filter(({ status }) => ![201, 409, 503, 504].includes(status))).toEqual([]);
    for (const name of names) {
      await eventually(async () => expect((await write(name)).status).toBe(201));
    }
    expect((await titlesOf('killed')).toSorted()).toEqual(names.toSorted());
  });
});

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

describe("records of agents' writes", () => {
  let manager: Session;
  let agentToken: string;
  let connectionId: string;

  beforeAll(async () => {
    manager = await stack.signUp();
    ({ token: agentToken, requestId: connectionId } = await connectAgent(stack, manager, [
      'svc.read',
      'svc.write.low_risk',
    ]));
  });

  /** Imports a video into a deal with this promo code, as the agent. */
  function importAs(requestId: string, promoCode: string) {
    const headers = { 'x-dd-request-id': requestId, 'x-dd-actor-id': 'desk', 'x-dd-channel': 'slack' };
    const body = { postDate: daysAgo(2), collections: [{ promoCode, urls: [videoUrl(1)] }] };
    return stack.as(agentToken).post<ImportAnswer>('/api/agent/deals/bulk-import/process', body, { headers });
  }

  async function recordsOf(requestId: string): Promise<ToolCall[]> {
    const { body } = await manager.get<{ recentLogs: ToolCall[] }>('/api/settings/agent-connection?limit=50');
    return body.recentLogs.filter((call) => call.requestId === requestId);
  }

  const activityOf = async (dealId: string) =>
    (await manager.get<List<Activity>>(`/api/deals/${dealId}/activity`)).body.items;

  test("an agent's write leaves one record and its activity; a replay leaves only a record marked as such", async () => {
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
    const connection = { connectionId, name: 'Test agent' };
    const call = { operation: 'deals.bulk_add_view_checks', tier: 1 };
    const lines = await activityOf(dealId);
    expect(lines.map(({ action }) => action).toSorted()).toEqual(['deal.created', 'videos.imported']);
    for (const line of lines)
      expect(line).toMatchObject({ agentSource: 'https', agent: { ...said, ...connection, ...call } });
    const { body: ofAgent } = await manager.get<List<Activity>>(`/api/activity?agent=${connectionId}`);
    expect(ofAgent.items.map(({ action }) => action)).toEqual(lines.map(({ action }) => action));
  });

  test("a user's write leaves no record, and its activity names no agent", async () => {
    const calls = async () =>
      (await manager.get<{ status: { recentCount: number } }>('/api/settings/agent-connection')).body;
    const { recentCount } = (await calls()).status;

    const { body } = await manager.post<{ id: string }>('/api/deals', { name: 'Own' });

    expect(await activityOf(body.id)).toMatchObject([{ action: 'deal.created', agentSource: null, agent: null }]);
    expect((await calls()).status.recentCount).toBe(recentCount);
  });

  test('a write is recorded although identity hangs and gateway and deal die right after answering', async () => {
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
    await eventually(async () => expect(await recordsOf(requestId)).toHaveLength(1));
    const [record] = await recordsOf(requestId);
    expect(record).toMatchObject({ status: 'ok', actorId: 'desk', replayed: false });
    expect(record?.handles.deals?.[0]).toMatchObject({ dealId: answer.body.deals[0]?.dealId, status: 'active' });
  });
});

/** All logs and console lines of the stack. */
function readLogs(): string {
  const folder = dirname(stack.logFile('gateway'));
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  return [...files, ...stack.lines].join('\n');
}

const foundIn = (text: string, secrets: Readonly<Record<string, string>>): string[] =>
  Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [name] : []));

/** Connects agents in both families; returns every secret handed out on the way. */
async function connectBothWays() {
  const started = { clientName: 'Example', scopes: ['svc.read'] };
  const { body: link } = await stack.anyone.post<{ requestId: string; deviceCode: string }>(
    '/api/agent/auth/start',
    started,
  );
  await user.post(`/api/agent-authorizations/${link.requestId}/approve`, {});
  const poll = `/api/agent/auth/status/${link.requestId}?deviceCode=`;
  const claimed = await stack.anyone.get<{ accessToken: string }>(poll + link.deviceCode);
  const wrongCode = randomBytes(32).toString('base64url');
  await stack.anyone.get(poll + wrongCode);
  const ofShortener = await askForApproval(stack.shortenerUrl);
  await approve(user, ofShortener.userCode);
  const redeemed = await redeem(stack.shortenerUrl, ofShortener);
  return {
    linkCode: link.deviceCode,
    linkToken: claimed.body.accessToken,
    wrongCode,
    flowCode: ofShortener.deviceCode,
    flowToken: redeemed.body['access_token'] ?? '',
  };
}

test('no log, record or error contains a secret, token, code, image or text of a call', async () => {
  const pixels = [...randomBytes(360)];
  const image = makeBmp({ width: 12, height: 10, depth: 24, pixels }).toString('base64');
  const content = { note: `note-${randomUUID()}`, target: randomUUID(), memory: `memory-${randomUUID()}` };
  const credentials = {
    ...(await connectBothWays()),
    token,
    session: user.token,
    unknownToken: `svc_at_${randomBytes(32).toString('base64url')}`,
    inQuery: `svc_at_${randomBytes(32).toString('base64url')}`,
    wrongSecret: randomBytes(32).toString('base64url'),
    serviceSecret: ADAPTER.serviceSecret,
    confirmSecret: ADAPTER.confirmSecret,
  };
  const adapter = bridgeCalls(stack, ADAPTER.headersFor(user.userId));
  const as = (bearer: string) => bridgeCalls(stack, { authorization: `Bearer ${bearer}` });
  const tools = await connectTools(stack, { authorization: `Bearer ${token}` });

  const requestId = `last-${randomUUID()}`;
  const made = [
    await call('POST', '/screenshots', { body: { image, note: content.note } }),
    await call('POST', '/shorten', { body: { url: `https://example.com/${content.target}` } }),
    await call('POST', '/memory', { body: { content: content.memory, userApproved: true, approvalNote: 'Asked.' } }),
  ];
  const refused = [
    await call('POST', '/memory', { body: { content: content.memory } }),
    await call('POST', '/screenshots', { body: { image: `${image}!`, note: 5 } }),
    await call('DELETE', `/deals/${randomUUID()}?note=${content.note}`),
    await as(credentials.unknownToken)('GET', '/deals'),
    await as(credentials.session)('GET', '/deals'),
    await as(credentials.flowToken)('GET', '/deals'),
    await callApi(stack.gatewayUrl, 'GET', `/api/agent/deals?access_token=${credentials.inQuery}`),
    await adapter('POST', `/approvals/${randomUUID()}/confirm`, {
      headers: { 'x-dd-approval-confirm-secret': credentials.wrongSecret },
      body: {},
    }),
    await adapter('POST', `/approvals/${randomUUID()}/confirm`, {
      headers: { 'x-dd-approval-confirm-secret': ADAPTER.confirmSecret },
      body: {},
    }),
  ];
  const byTool = await tools.callTool({ name: 'screenshots_create', arguments: { image: `${image}!`, note: 5 } });
  await tools.close();
  await call('GET', '/deals', { requestId });

  await eventually(async () => {
    expect(await dumpTables(stack.databaseAdminUrl, ['identity.agent_tool_calls'])).toContain(requestId);
    // Processes buffer their log lines briefly.
    expect(readLogs()).toContain(requestId);
  });
  const records = await dumpTables(stack.databaseAdminUrl, ['identity.agent_tool_calls', 'deal.deal_activity']);
  const logs = readLogs();
  const contents = { ...content, image: image.slice(100, 160) };
  const errors = JSON.stringify([...refused.map(({ body }) => body), byTool]);
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(refused.filter(({ status }) => status < 400)).toEqual([]);
  expect({
    logs: foundIn(logs, { ...credentials, ...contents }),
    records: foundIn(records, { ...credentials, ...contents }),
    errors: foundIn(errors, { ...credentials, ...contents }),
    tables: foundIn(await dumpTables(stack.databaseAdminUrl), credentials),
  }).toEqual({ logs: [], records: [], errors: [], tables: [] });
});
