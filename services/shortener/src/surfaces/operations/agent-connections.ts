import { z } from 'zod';
import { defineHostOperation } from '../host-operation.js';
import { NullableTimestamp } from '../link-schemas.js';

const AgentConnection = z
  .object({
    requestId: z.uuid(),
    displayName: z.string(),
    clientUri: z.string().nullable(),
    scopes: z.array(z.string()),
    tokenLastFour: z.string().nullable(),
    approvedAt: NullableTimestamp,
    claimedAt: NullableTimestamp,
    expiresAt: NullableTimestamp,
    lastUsedAt: NullableTimestamp,
    revokeUrl: z.string(),
  })
  .meta({ id: 'ShortenerAgent' });

export const listAgents = defineHostOperation({
  name: 'list_agents',
  summary: 'List the agents that may use the shortener for you',
  access: 'user',
  http: { method: 'GET', path: '/agents' },
  input: z.strictObject({
    limit: z.int().min(1).max(200).default(50),
    offset: z.int().min(0).max(1_000_000).default(0),
  }),
  output: z.object({ items: z.array(AgentConnection), total: z.int(), limit: z.int(), offset: z.int() }),
  run: async ({ limit, offset }, _call, { authorizations, baseUrl }) => {
    const request = { family: 'shortener', pageSize: limit, skip: offset };
    const { connections, totalSize } = await authorizations.listAgentConnections(request);
    const items = connections.map((connection) => ({
      ...connection,
      revokeUrl: `${baseUrl}/api/shortener/v1/agents/${connection.requestId}`,
    }));
    return { items, total: totalSize, limit, offset };
  },
});

export const revokeAgent = defineHostOperation({
  name: 'revoke_agent',
  summary: 'End what an agent may do with the shortener for you, at once',
  access: 'user',
  http: { method: 'DELETE', path: '/agents/:requestId' },
  input: z.strictObject({ requestId: z.uuid() }),
  run: async ({ requestId }, _call, { authorizations }) => {
    await authorizations.revokeAgentConnection({ family: 'shortener', requestId });
  },
});

export const getShortenerSettings = defineHostOperation({
  name: 'get_shortener_settings',
  summary: 'Read how the shortener is set up',
  access: 'user',
  http: { method: 'GET', path: '/settings' },
  input: z.strictObject({}),
  output: z.object({
    shortenerUrl: z.string(),
    apiUrl: z.string(),
    agentAuthorizationUrl: z.string(),
    scopes: z.array(z.string()),
    guestLimits: z.object({ perHour: z.int(), perDay: z.int() }),
    agentLimits: z.object({ perHour: z.int() }),
    slugPattern: z.string(),
    targetUrlMaxCharacters: z.int(),
    maxImageBytes: z.int(),
  }),
  run: async (_input, _call, { addresses: { origin }, baseUrl, maxImageBytes, limits }) => ({
    shortenerUrl: origin,
    apiUrl: `${origin}/api/shortener/v1`,
    agentAuthorizationUrl: `${baseUrl}/agent/authorize`,
    scopes: ['shortener.links:read', 'shortener.links:write', 'shortener.photos:write', 'shortener.stats:read'],
    ...limits.described,
    slugPattern: '^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$',
    targetUrlMaxCharacters: 8_192,
    maxImageBytes,
  }),
});
