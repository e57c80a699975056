/** Agents of the Agent Bridge, connected with a login link. */
import { randomUUID } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { callApi } from '@svc/scripts/stack/http';
import type { Session, TestStack } from '../../stack.ts';

interface Started {
  readonly requestId: string;
  readonly deviceCode: string;
}

export interface BridgeAgent {
  readonly requestId: string;
  readonly token: string;
}

const serviceSecret = 'known-to-adapters-of-the-operator-alone';
const confirmSecret = 'known-to-those-who-confirm-for-users';

/** An adapter of the operator that acts for any user. */
export const ADAPTER = {
  serviceSecret,
  confirmSecret,
  environment: { SVC_AGENT_SERVICE_SECRET: serviceSecret, SVC_AGENT_APPROVAL_CONFIRM_SECRET: confirmSecret },
  headersFor: (userId: string) => ({ authorization: `Bearer ${serviceSecret}`, 'x-dd-acting-user-id': userId }),
} as const;

/** Requests a token, has the user approve it, and fetches it. */
export async function connectAgent(
  stack: TestStack,
  user: Session,
  scopes: readonly string[],
  clientName = 'Test agent',
): Promise<BridgeAgent> {
  const asked = { clientName, scopes };
  const { requestId, deviceCode } = (await stack.anyone.post<Started>('/api/agent/auth/start', asked)).body;
  await user.post(`/api/agent-authorizations/${requestId}/approve`, {});
  const status = `/api/agent/auth/status/${requestId}?deviceCode=${deviceCode}`;
  const { accessToken } = (await stack.anyone.get<{ accessToken?: string }>(status)).body;
  if (accessToken === undefined) throw new Error('The agent got no token.');
  return { requestId, token: accessToken };
}

interface Refusal {
  readonly error?: { readonly approvalId?: string; readonly approvalUrl?: string };
}

/** Makes an agent call that needs an approval; returns the approval named in the refusal. */
export async function requestApproval(
  stack: TestStack,
  { token }: BridgeAgent,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly approvalId: string; readonly approvalUrl: string }> {
  const call = bridgeCalls(stack, { authorization: `Bearer ${token}` });
  const { status, body: answer } = await call<Refusal>(method, path, { body });
  const { approvalId, approvalUrl } = answer.error ?? {};
  if (approvalId === undefined || approvalUrl === undefined)
    throw new Error(`The call answers ${status}, without an approval.`);
  return { approvalId, approvalUrl };
}

/** The two MCP protocol versions a client can speak. */
export type Era = 'legacy' | 'modern';

/** An MCP client that sends these headers and lists every tool. */
export async function connectTools(
  stack: TestStack,
  headers: Readonly<Record<string, string>>,
  era: Era = 'modern',
): Promise<Client> {
  const mode = era === 'legacy' ? era : { pin: '2026-07-28' };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  const url = new URL('/api/agent/mcp?tools=all', stack.gatewayUrl);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

interface BridgeCall {
  readonly body?: unknown;
  /** Defaults to a random id. */
  readonly requestId?: string;
  readonly approvalId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Calls paths below `/api/agent` with these headers. */
export function bridgeCalls(stack: TestStack, own: Readonly<Record<string, string>>) {
  return <Body>(method: string, path: string, { body, requestId, approvalId, headers }: BridgeCall = {}) =>
    callApi<Body>(stack.gatewayUrl, method, `/api/agent${path}`, {
      body,
      headers: {
        ...own,
        'x-dd-request-id': requestId ?? randomUUID(),
        ...(approvalId === undefined ? {} : { 'x-dd-approval-id': approvalId }),
        ...headers,
      },
    });
}

/** Approves an access request on the page behind its link, as a signed-in browser does. */
export async function approveOnPage(stack: TestStack, user: Session, approvalUrl: string): Promise<void> {
  const headers = { cookie: `svc_session=${user.token}`, origin: new URL(approvalUrl).origin };
  const shown = await callApi<string>(stack.gatewayUrl, 'GET', new URL(approvalUrl).pathname, { headers });
  const decided = await fetch(approvalUrl, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams({ action: 'approve' }),
  });
  if (shown.status !== 200 || decided.status !== 303) {
    throw new Error(`The page answers ${shown.status}, and approving ${decided.status}.`);
  }
}
