import { AUTHORIZATION_SERVER_PATH, PROTECTED_RESOURCE_PATH } from '@svc/http-host/oauth/oauth-metadata';
import { z } from 'zod';
import { defineHostOperation } from '../calls/host-operation.js';
import { FAMILY, MCP_PATH } from '../routes/family.js';

export const getHealth = defineHostOperation({
  name: 'get_health',
  summary: 'Get the health of this host, and where it describes itself',
  access: 'public',
  http: { method: 'GET', path: '/health' },
  input: z.strictObject({}),
  output: z.object({
    status: z.literal('ok'),
    service: z.literal('shortener'),
    version: z.string(),
    discovery: z.record(z.string(), z.string()),
  }),
  run: async (_input, _call, { addresses: { origin }, version }) => ({
    status: 'ok',
    service: 'shortener',
    version,
    discovery: {
      openapi: `${origin}/openapi.json`,
      mcp: origin + MCP_PATH,
      mcpServerCard: `${origin}/.well-known/mcp/shortener/server-card.json`,
      agentSkill: `${origin}/.well-known/agent-skills/shortener/SKILL.md`,
      oauthAuthorizationServer: origin + AUTHORIZATION_SERVER_PATH + FAMILY.api,
      oauthProtectedResource: origin + PROTECTED_RESOURCE_PATH + FAMILY.api,
      llms: `${origin}/llms.txt`,
    },
  }),
});
