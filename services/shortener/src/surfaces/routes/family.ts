import type { AgentFamily } from '@svc/http-host/oauth/oauth-metadata';

/** Scopes of agents on this host; each opens exactly what names it, and no other scope does. */
const SCOPES = [
  'shortener.links:read',
  'shortener.links:write',
  'shortener.photos:write',
  'shortener.stats:read',
] as const;

export type HostScope = (typeof SCOPES)[number];

/** What agents sign in to on this host. */
export const FAMILY: AgentFamily = {
  name: 'shortener',
  api: '/api/shortener/v1',
  issuer: '/api/shortener/v1',
  signIn: '/api/shortener/v1/agent',
  scopes: SCOPES,
};

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';
