import { z } from 'zod';
import { defineHostOperation } from '../host-operation.js';

export const getHealth = defineHostOperation({
  name: 'get_health',
  summary: 'Whether this host runs, and where it describes itself',
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
      mcp: `${origin}/mcp`,
      mcpServerCard: `${origin}/.well-known/mcp/shortener/server-card.json`,
      agentSkill: `${origin}/.well-known/agent-skills/shortener/SKILL.md`,
      oauthAuthorizationServer: `${origin}/.well-known/oauth-authorization-server/api/shortener/v1`,
      oauthProtectedResource: `${origin}/.well-known/oauth-protected-resource/api/shortener/v1`,
      llms: `${origin}/llms.txt`,
    },
  }),
});
