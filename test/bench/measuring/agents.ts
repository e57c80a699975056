/** People with agents, for the benches of the Agent Bridge. */
import { callApi } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import type { Bench } from './bench.ts';
import { insertDeals, insertUsers, type User, withDatabase } from './database.ts';

const SCOPES = ['svc.read', 'svc.write.low_risk'];

/** Settings without call limits: otherwise the bench would measure the limits of a connection. */
export const NO_LIMITS = { SVC_AGENT_CALLS_PER_MINUTE: '1000000', SVC_AGENT_WRITES_PER_MINUTE: '1000000' };

/** A user with a deal and an agent. */
export interface Person extends User {
  readonly dealId: string;
  readonly agentToken: string;
}

/** Adds people with a deal each, and connects their agents. */
export async function insertPeople(bench: Bench, stack: Stack, count: number): Promise<Person[]> {
  const [users, dealIds] = await withDatabase(bench, stack.databaseAdminUrl, async (db) => {
    const added = await insertUsers(db, count);
    return [added, await insertDeals(db, added)] as const;
  });
  const people: Person[] = [];
  for (const [index, user] of users.entries()) {
    const agentToken = await connectAgent(stack, user.token);
    people.push({ ...user, dealId: dealIds[index] ?? '', agentToken });
  }
  return people;
}

/** Requests a token with a login link, approves as the user, and fetches it. */
export async function connectAgent({ gatewayUrl }: Stack, session: string): Promise<string> {
  const post = <Body>(path: string, body: object, token?: string) =>
    callApi<Body>(gatewayUrl, 'POST', path, token === undefined ? { body } : { body, token });
  const asked = { clientName: 'Bench', scopes: SCOPES };
  const { body: started } = await post<{ requestId: string; deviceCode: string }>('/api/agent/auth/start', asked);
  const { requestId, deviceCode } = started;
  await post(`/api/agent-authorizations/${requestId}/approve`, {}, session);
  const path = `/api/agent/auth/status/${requestId}?deviceCode=${deviceCode}`;
  const { body } = await callApi<{ accessToken?: string }>(gatewayUrl, 'GET', path, {});
  if (body.accessToken === undefined) throw new Error('The agent got no token.');
  return body.accessToken;
}
