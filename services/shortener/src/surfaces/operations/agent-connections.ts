import { listOf, page, pageInput, pageRequest } from '@svc/chassis/schemas/paging';
import { Id, NullableTimestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { defineHostOperation } from '../calls/host-operation.js';
import { FAMILY } from '../routes/family.js';

const AgentConnection = z
  .object({
    requestId: Id,
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
  input: z.strictObject(pageInput),
  output: listOf(AgentConnection),
  run: async (input, _call, { authorizations, baseUrl }) => {
    const request = { family: FAMILY.name, ...pageRequest(input) };
    const { connections, totalSize } = await authorizations.listAgentConnections(request);
    const items = connections.map((connection) => ({
      ...connection,
      revokeUrl: `${baseUrl}${FAMILY.api}/agents/${connection.requestId}`,
    }));
    return page(items, totalSize, input);
  },
});

export const revokeAgent = defineHostOperation({
  name: 'revoke_agent',
  summary: 'Revoke an agent, which ends its access to the shortener at once',
  access: 'user',
  http: { method: 'DELETE', path: '/agents/:requestId' },
  input: z.strictObject({ requestId: Id }),
  run: async ({ requestId }, _call, { authorizations }) => {
    await authorizations.revokeAgentConnection({ family: FAMILY.name, requestId });
  },
});

export const getShortenerSettings = defineHostOperation({
  name: 'get_shortener_settings',
  summary: 'Get the settings of the shortener',
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
    maxImageBytes: z.int().describe('Of an image that an agent sends.'),
  }),
  run: async (_input, _call, { addresses: { origin }, baseUrl, agentImageBytesMax, limits }) => ({
    shortenerUrl: origin,
    apiUrl: origin + FAMILY.api,
    agentAuthorizationUrl: `${baseUrl}/agent/authorize`,
    scopes: FAMILY.scopes,
    ...limits.described,
    slugPattern: '^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$',
    targetUrlMaxCharacters: 8_192,
    maxImageBytes: agentImageBytesMax,
  }),
});
