import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import * as oauth from 'oauth4webapi';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import { type AnswerOf, daysAgo, type Deal, type ErrorAnswer, type ImportAnswer, videoUrl } from '../answers.ts';
import { askForApproval, redeem } from '../short-links/short-link-visits.ts';
import {
  ADAPTER,
  approveOnPage,
  type BridgeAgent,
  bridgeCalls,
  connectAgent,
  connectTools,
  type Era,
} from './bridge-agents.ts';

const ALL = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive'];
const POLLS = 50;

type Refusal = ErrorAnswer & { readonly error: { readonly approvalId?: string } };
type Settings = AnswerOf<'agent_connection.get'>;

interface LinkStarted {
  readonly requestId: string;
  readonly deviceCode: string;
  readonly approvalUrl: string;
  readonly statusUrl: string;
}

const stack = await sharedStack();
let user: Session;
let agent: BridgeAgent;
let call: ReturnType<typeof bridgeCalls>;

beforeAll(async () => {
  user = await stack.signUp();
  agent = await connectAgent(stack, user, ALL);
  call = bridgeCalls(stack, { authorization: `Bearer ${agent.token}` });
});

const refusalOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as ErrorAnswer).error.code];

async function newDeal(fields: object = {}): Promise<string> {
  return (await user.post<Deal>('/api/deals', { name: 'Spring launch', ...fields })).body.id;
}

/** Makes a call without the required approval; returns the id of the approval named in the error. */
async function approvalFor(method: string, path: string, body?: object, requestId?: string): Promise<string> {
  const named = requestId === undefined ? {} : { requestId };
  const refused = await call<Refusal>(method, path, { body, ...named });
  expect(refusalOf(refused)).toEqual([403, 'APPROVAL_REQUIRED']);
  return refused.body.error.approvalId ?? '';
}

/** The approval of each action in a deal's activity; undefined for the user's own. */
async function approvalsOf(dealId: string): Promise<Record<string, string | null | undefined>> {
  const { items } = (await user.get<AnswerOf<'deals.activity'>>(`/api/deals/${dealId}/activity`)).body;
  return Object.fromEntries(items.map(({ action, agent: by }) => [action, by?.approvalId]));
}

async function approve(approvalId: string): Promise<void> {
  expect((await user.post(`/api/approvals/${approvalId}/approve`)).status).toBe(200);
}

describe('with a login link', () => {
  test('an agent gets its token only once, even if it keeps polling', async () => {
    const asked = { clientName: 'Example', scopes: ['svc.read'], actorId: 'bot-7', channel: 'chat' };
    const { status, body: link } = await stack.anyone.post<LinkStarted>('/api/agent/auth/start', asked);
    await approveOnPage(stack, user, link.approvalUrl);
    const poll = `${link.statusUrl}?deviceCode=${link.deviceCode}`;

    const answers = await Promise.all(
      Array.from({ length: POLLS }, async () => (await fetch(poll)).json() as Promise<Record<string, string>>),
    );

    expect(status).toBe(201);
    const tokens = answers.flatMap(({ accessToken }) => accessToken ?? []);
    expect(tokens).toEqual([expect.stringMatching(/^svc_at_/)]);
    expect(answers.filter(({ connectionState }) => connectionState === 'token_already_claimed')).toHaveLength(
      POLLS - 1,
    );
    const deals = bridgeCalls(stack, { authorization: `Bearer ${tokens[0]}` });
    expect((await deals('GET', '/deals')).status).toBe(200);
  });

  test("an agent imports a day's links and lists their due checks", async () => {
    const links = { postDate: daysAgo(30), collections: [{ promoCode: 'BRIDGE', urls: [videoUrl(1), videoUrl(2)] }] };

    const first = await call<ImportAnswer>('POST', '/deals/bulk-import/process', { body: links, requestId: 'import' });
    const again = await call<ImportAnswer>('POST', '/deals/bulk-import/process', { body: links, requestId: 'import' });
    const other = await call('POST', '/deals/bulk-import/process', {
      body: { ...links, postDate: daysAgo(29) },
      requestId: 'import',
    });

    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect(refusalOf(other)).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
    const dealId = first.body.deals[0]?.dealId;
    const due = await call<AnswerOf<'deals.due_views'>>('GET', '/deals/due-views');
    expect(due.body.items.filter((item) => item.dealId === dealId)).toHaveLength(2);
  });
});

describe('with the OAuth device flow and a third-party client', () => {
  const http = { [oauth.allowInsecureRequests]: true };
  const api = (path: string) => new URL(path, stack.gatewayUrl);

  async function startDeviceFlow() {
    const resource = await oauth.processResourceDiscoveryResponse(
      api('/api/agent'),
      await oauth.resourceDiscoveryRequest(api('/api/agent'), http),
    );
    const issuer = new URL(resource.authorization_servers?.[0] ?? '');
    const server = await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, { ...http, algorithm: 'oauth2' }),
    );
    const metadata = { client_name: 'Example', grant_types: ['urn:ietf:params:oauth:grant-type:device_code'] };
    const client = await oauth.processDynamicClientRegistrationResponse(
      await oauth.dynamicClientRegistrationRequest(server, metadata, http),
    );
    const response = await oauth.deviceAuthorizationRequest(server, client, oauth.None(), { scope: 'svc.read' }, http);
    const codes = await oauth.processDeviceAuthorizationResponse(server, client, response);
    const found = await user.post<{ requestId: string }>('/api/agent-authorizations/find', {
      userCode: codes.user_code,
    });
    const redeemCode = async (code: string) =>
      oauth.processDeviceCodeResponse(
        server,
        client,
        await oauth.deviceCodeGrantRequest(server, client, oauth.None(), code, http),
      );
    return { codes, redeemCode, requestId: found.body.requestId };
  }

  test('an agent discovers the endpoints and gets a token that opens the bridge', async () => {
    const { codes, redeemCode, requestId } = await startDeviceFlow();
    await approveOnPage(stack, user, `${stack.gatewayUrl}/agent/authorize/${requestId}`);

    const { access_token: token, scope } = await redeemCode(codes.device_code);

    const answer = await oauth.protectedResourceRequest(
      token,
      'GET',
      api('/api/agent/deals'),
      new Headers({ 'x-dd-request-id': 'first' }),
      null,
      http,
    );
    expect([scope, answer.status]).toEqual(['svc.read', 200]);
  });

  test('a code works neither in the login link flow nor on the short-link host', async () => {
    const { codes, redeemCode, requestId } = await startDeviceFlow();
    const link = (await stack.anyone.post<LinkStarted>('/api/agent/auth/start', { clientName: 'Example' })).body;
    const poll = `/api/agent/auth/status/${requestId}?deviceCode=${codes.device_code}`;
    const ofShortener = await askForApproval(stack.shortenerUrl);

    expect((await stack.anyone.get(poll)).status).toBe(404);
    for (const code of [link.deviceCode, ofShortener.deviceCode]) {
      await expect(redeemCode(code)).rejects.toMatchObject({ error: 'invalid_grant' });
    }
    const redeemed = await redeem(stack.shortenerUrl, { ...ofShortener, deviceCode: codes.device_code });
    expect([redeemed.status, redeemed.body['error']]).toEqual([400, 'invalid_grant']);
  });
});

describe('a sensitive write', () => {
  test('runs once after its approval, and only for the approved call', async () => {
    const dealId = await newDeal();
    const [path, body] = [`/deals/${dealId}`, { name: 'Summer launch' }];
    const approvalId = await approvalFor('PATCH', path, body, 'rename');
    const early = await call('PATCH', path, { body, requestId: 'rename', approvalId });
    await approve(approvalId);

    const foreign = await call('PATCH', path, { body: { name: 'Other' }, requestId: 'rename', approvalId });
    const done = await call<Deal>('PATCH', path, { body, requestId: 'rename', approvalId });
    const again = await call<Deal>('PATCH', path, { body, requestId: 'rename', approvalId });
    const used = await call('PATCH', path, { body, requestId: 'rename-2', approvalId });

    expect(refusalOf(early)).toEqual([403, 'APPROVAL_INVALID']);
    expect(refusalOf(foreign)).toEqual([403, 'APPROVAL_INVALID']);
    expect([done.status, done.body.name]).toEqual([200, 'Summer launch']);
    expect([again.status, again.body]).toEqual([200, done.body]);
    expect(refusalOf(used)).toEqual([403, 'APPROVAL_INVALID']);
    const { body: approval } = await call<{ status: string }>('GET', `/approvals/${approvalId}`);
    expect(approval.status).toBe('used');
    expect(await approvalsOf(dealId)).toEqual({ 'deal.updated': approvalId, 'deal.created': undefined });
  });

  test('has an approval in the activity; other writes have none, even if they name one', async () => {
    const dealId = await newDeal();
    const approvalId = randomUUID();
    const requestId = randomUUID();

    const added = await call('POST', `/deals/${dealId}/videos`, {
      body: { url: videoUrl(1), postDate: daysAgo(1) },
      requestId,
      approvalId,
    });

    expect(added.status).toBe(201);
    expect(await approvalsOf(dealId)).toEqual({ 'video.added': null, 'deal.created': undefined });
    await eventually(async () => {
      const { body } = await user.get<Settings>('/api/settings/agent-connection?limit=50');
      expect(body.recentLogs).toContainEqual(expect.objectContaining({ requestId, approvalId: null }));
    });
  });

  test('is refused when the record has changed since the approval was requested', async () => {
    const dealId = await newDeal();
    const approvalId = await approvalFor('PATCH', `/deals/${dealId}`, { name: 'Mine' });
    await user.patch(`/api/deals/${dealId}`, { name: 'Changed meanwhile' });
    await approve(approvalId);

    const stale = await call('PATCH', `/deals/${dealId}`, { body: { name: 'Mine' }, approvalId });

    expect(refusalOf(stale)).toEqual([409, 'APPROVAL_STALE']);
    expect((await user.get<Deal>(`/api/deals/${dealId}`)).body.name).toBe('Changed meanwhile');
  });

  test('requested in advance is executed once, even by five concurrent calls', async () => {
    const dealId = await newDeal();
    const asked = await call<{ approvalId: string }>('POST', '/approvals', {
      body: { operation: 'payments.create', input: { dealId, direction: 'incoming', amount: 5 } },
    });
    const { approvalId } = asked.body;
    await approve(approvalId);

    const runs = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', `/approvals/${approvalId}/execute`, { body: {} })),
    );

    expect(asked.status).toBe(201);
    expect(runs.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(runs.filter(({ status }) => status === 403)).toHaveLength(4);
    const payments = await user.get<{ total: number }>(`/api/deals/${dealId}/payments`);
    expect(payments.body.total).toBe(1);
  });

  test('that cannot succeed fails like the same call of its user, who is not asked to approve it', async () => {
    const taken = `CODE${randomUUID().slice(0, 8)}`;
    await newDeal({ promoCode: taken });
    const path = `/deals/${await newDeal({ status: 'active' })}`;
    const link = (await user.post<{ id: string }>('/api/shorten', { url: 'https://example.com/' })).body.id;
    const impossible: [string, string, object][] = [
      ['PATCH', path, { promoCode: taken }],
      ['PATCH', path, { status: 'draft' }],
      ['PATCH', path, { contactId: randomUUID() }],
      ['POST', '/deals', { name: 'Again', promoCode: taken }],
      ['POST', `${path}/payments`, { direction: 'incoming', amount: 5, paidAt: '2020-01-01T00:00:00Z' }],
      ['PATCH', `/shorten/${link}`, { url: 'http://127.0.0.1/' }],
    ];
    for (const [method, route, body] of impossible) {
      const own = await (method === 'POST' ? user.post(`/api${route}`, body) : user.patch(`/api${route}`, body));
      const ofAgent = await call(method, route, { body });

      expect([method, route, [400, 409].includes(own.status)]).toEqual([method, route, true]);
      expect([method, route, body, ...refusalOf(ofAgent)]).toEqual([method, route, body, ...refusalOf(own)]);
    }

    const { body: approvals } = await user.get<AnswerOf<'approvals.list'>>('/api/approvals?status=pending&limit=100');
    const deal = await user.get<Deal & { version: number }>(`/api${path}`);
    expect(JSON.stringify(approvals.items)).not.toContain(taken);
    expect(deal.body.version).toBe(1);
  });

  test('deletes a record once the user approves', async () => {
    const dealId = await newDeal();
    const approvalId = await approvalFor('DELETE', `/deals/${dealId}`);
    await approve(approvalId);

    expect((await call('DELETE', `/deals/${dealId}`, { approvalId })).status).toBe(204);
    expect((await user.get(`/api/deals/${dealId}`)).status).toBe(404);
  });
});

test.each<Era>(['legacy', 'modern'])('an MCP client of the %s era reads, and makes an approved change', async (era) => {
  const dealId = await newDeal();
  const tools = await connectTools(stack, { authorization: `Bearer ${agent.token}` }, era);
  const use = async (name: string, input: Record<string, unknown>) => {
    const { isError, content } = await tools.callTool({ name, arguments: input });
    return {
      isError: isError === true,
      answer: JSON.parse((content as { text: string }[])[0]?.text ?? '') as Refusal,
    };
  };

  const refused = await use('deals_update', { dealId, name: 'By a tool' });
  const approvalId = refused.answer.error.approvalId ?? '';
  await approve(approvalId);
  const done = await use('approvals_execute', { approvalId });
  const read = await use('deals_get', { dealId });
  await tools.close();

  expect([refused.isError, refused.answer.error.code, done.isError]).toEqual([true, 'APPROVAL_REQUIRED', false]);
  expect(read.answer).toMatchObject({ id: dealId, name: 'By a tool' });
});

test('an adapter with both secrets confirms an approval for its acting user', async () => {
  const dealId = await newDeal();
  const adapter = bridgeCalls(stack, ADAPTER.headersFor(user.userId));
  const refused = await adapter<Refusal>('PATCH', `/deals/${dealId}`, { body: { name: 'Confirmed' } });
  const approvalId = refused.body.error.approvalId ?? '';
  const confirm = (headers: Record<string, string>) =>
    adapter('POST', `/approvals/${approvalId}/confirm`, { body: {}, headers });

  expect((await confirm({ 'x-dd-approval-confirm-secret': 'x'.repeat(40) })).status).toBe(403);
  expect((await confirm({ 'x-dd-approval-confirm-secret': ADAPTER.confirmSecret })).status).toBe(200);
  expect((await adapter('PATCH', `/deals/${dealId}`, { body: { name: 'Confirmed' }, approvalId })).status).toBe(200);
});

test('the user sees the calls of an agent and can revoke it immediately', async () => {
  const other = await connectAgent(stack, user, ['svc.read']);
  const headers = { authorization: `Bearer ${other.token}` };
  const read = () => bridgeCalls(stack, headers)('GET', '/deals', { requestId: 'seen' });
  const tools = await connectTools(stack, headers);
  await read();

  await eventually(async () => {
    const { body } = await user.get<Settings>('/api/settings/agent-connection?limit=50');
    expect(body.recentLogs).toContainEqual(expect.objectContaining({ operation: 'deals.list', requestId: 'seen' }));
    const own = body.persistentConnections.find(({ requestId }) => requestId === other.requestId);
    expect(own?.lastActivityAt).toEqual(expect.any(String));
  });
  await user.delete(`/api/settings/agent-connection/agents/${other.requestId}`);

  const refused = await read();
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringContaining('error="invalid_token"'),
  ]);
  await expect(tools.callTool({ name: 'deals_list', arguments: {} })).rejects.toThrow();
  await tools.close();
});
