/** An agent of the sample data: its memories, suggestions and requests. */
import { randomUUID } from 'node:crypto';
import { callApi } from '../stack/http.ts';
import { type Call, expectSuccess } from './demo-api.ts';

const AGENT = {
  clientName: 'Desk assistant',
  scopes: ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory'],
};

const MEMORY = {
  content: 'Kiteline wants its report on the first Monday of the month, as plain text.',
  kind: 'preference',
  tags: ['kiteline'],
  userApproved: true,
  approvalNote: 'Yes, remember that.',
};

interface Started {
  readonly requestId: string;
  readonly deviceCode: string;
}

/** Approves the agent like a user, and makes its calls; does nothing if an agent was approved before. */
export async function seedAgent(gatewayUrl: string, call: Call, deals: ReadonlyMap<string, string>): Promise<void> {
  const { status } = await call<'agent_connection.get'>('GET', '/api/settings/agent-connection');
  const pennywise = deals.get('Budget app, Pennywise');
  const nordlys = deals.get('Winter coats, Nordlys');
  if (status.state === 'connected' || pennywise === undefined || nordlys === undefined) return;
  const token = await authorizeAgent(gatewayUrl, call);
  const ask = (method: string, path: string, body?: object) =>
    callApi(gatewayUrl, method, `/api/agent${path}`, { token, body, headers: { 'x-dd-request-id': randomUUID() } });
  await ask('GET', '/deals/due-views');
  expectSuccess('/memory', await ask('POST', '/memory', MEMORY));
  expectSuccess(
    '/suggestions',
    await ask('POST', '/suggestions', {
      kind: 'deal',
      title: 'Start the deal with Nordlys',
      body: 'The contract is signed, but the deal is still a draft.',
      targetType: 'deal',
      targetId: nordlys,
      proposedChange: { operation: 'deals.update', input: { dealId: nordlys, status: 'active' } },
    }),
  );
  // Refused until a user approves it on the page named in the error.
  const refused = await ask('POST', `/deals/${pennywise}/payments`, {
    direction: 'outgoing',
    amount: 350,
    reference: 'Reshoot of the intro',
  });
  if (refused.status !== 403) expectSuccess('/deals/:dealId/payments', refused);
}

async function authorizeAgent(gatewayUrl: string, call: Call): Promise<string> {
  const start = '/api/agent/auth/start';
  const { requestId, deviceCode } = expectSuccess(
    start,
    await callApi<Started>(gatewayUrl, 'POST', start, { body: AGENT }),
  );
  await call<'agent_authorizations.approve'>('POST', `/api/agent-authorizations/${requestId}/approve`, {});
  const path = `/api/agent/auth/status/${requestId}?deviceCode=${deviceCode}`;
  const { accessToken } = expectSuccess(path, await callApi<{ accessToken?: string }>(gatewayUrl, 'GET', path));
  if (accessToken === undefined) throw new Error('The sample data cannot be added: the agent got no token.');
  return accessToken;
}
