import { BRIDGE, type DocumentFacts } from './bridge.js';

/** Media type of the catalog, with the profile of RFC 9727. */
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/**
 * The APIs of this host, with their descriptions (RFC 9727, in the format of RFC 9264). An API's base address is its anchor, not a link: it returns
 * nothing itself, and every link must open.
 */
export function apiCatalog({ origin, appName }: DocumentFacts): object {
  const at = (path: string, type: string, title?: string) => ({
    href: origin + path,
    type,
    ...(title === undefined ? {} : { title }),
  });
  const common = {
    'service-doc': [at('/docs/api', 'text/html')],
    status: [at('/api/health', 'application/json', 'Health'), at('/api/readiness', 'application/json', 'Readiness')],
  };
  return {
    linkset: [
      {
        anchor: origin + BRIDGE.api,
        'service-desc': [at('/openapi.json', 'application/openapi+json', `${appName} Agent Bridge`)],
        ...common,
        'service-meta': [
          at('/.well-known/oauth-protected-resource', 'application/json', 'OAuth protected resource'),
          at('/.well-known/oauth-authorization-server', 'application/json', 'OAuth authorization server'),
          at('/.well-known/mcp/server-card.json', 'application/json', 'MCP server card'),
          at('/.well-known/agent-skills/index.json', 'application/json', 'Agent skills'),
          at('/.well-known/agent-card.json', 'application/json', 'Agent card'),
        ],
      },
      {
        anchor: `${origin}/api`,
        'service-desc': [at('/api/openapi.json', 'application/openapi+json', `${appName} API for signed-in users`)],
        ...common,
      },
    ],
  };
}
