import type { AgentFamily } from '@svc/http-host/oauth/oauth-metadata';

/** Scopes of agents on this host. Scopes do not imply each other. */
const SCOPES = [
  'shortener.links:read',
  'shortener.links:write',
  'shortener.photos:write',
  'shortener.stats:read',
] as const;

export type HostScope = (typeof SCOPES)[number];

/** The token family of this host. */
export const FAMILY: AgentFamily = {
  name: 'shortener',
  api: '/api/shortener/v1',
  issuer: '/api/shortener/v1',
  signIn: '/api/shortener/v1/agent',
  scopes: SCOPES,
};

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';
