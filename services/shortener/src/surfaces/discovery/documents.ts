import { skillDocumentPaths, skillDocuments, skillPath } from '@svc/http-host/discovery/agent-skill';
import { type Document, jsonDocument, textDocument } from '@svc/http-host/discovery/document';
import { mcpServerCard } from '@svc/http-host/discovery/mcp-server-card';
import { describeRobots } from '@svc/http-host/discovery/robots';
import { AUTHORIZATION_SERVER_PATH, oauthDocumentPaths, oauthDocuments } from '@svc/http-host/oauth/oauth-metadata';
import type { HostOperation } from '../calls/host-operation.js';
import type { HostParts } from '../calls/host-parts.js';
import { FAMILY, MCP_PATH } from '../routes/family.js';
import { toolsOf } from '../routes/mcp-tools.js';
import { describeHost } from './openapi.js';
import { describeSkill, SKILL_DESCRIPTION, SKILL_NAME } from './skill.js';

const SERVER_CARD_PATH = '/.well-known/mcp/shortener/server-card.json';

const RESOURCES = [FAMILY.api, MCP_PATH] as const;

/** Paths of `describeEverything`. */
export const DOCUMENT_PATHS: readonly string[] = [
  '/openapi.json',
  '/llms.txt',
  '/robots.txt',
  SERVER_CARD_PATH,
  ...skillDocumentPaths(SKILL_NAME),
  ...oauthDocumentPaths(FAMILY, RESOURCES),
];

/** Discovery documents for agents and crawlers, built once at startup. */
export function describeEverything(operations: readonly HostOperation[], parts: HostParts): Document[] {
  const { addresses, appName, baseUrl } = parts;
  return [
    jsonDocument('/openapi.json', describeHost(operations, parts), 'application/openapi+json'),
    textDocument('/llms.txt', describeForModels(parts)),
    textDocument('/robots.txt', describeRobots(RULES)),
    jsonDocument(SERVER_CARD_PATH, describeServer(operations, parts)),
    ...skillDocuments({ name: SKILL_NAME, description: SKILL_DESCRIPTION, text: describeSkill(parts) }),
    ...oauthDocuments({
      family: FAMILY,
      origin: addresses.origin,
      resources: RESOURCES,
      resourceName: `${appName} shortener`,
      documentation: `${baseUrl}/docs/api`,
    }),
  ];
}

function describeServer(operations: readonly HostOperation[], parts: HostParts): object {
  return mcpServerCard({
    name: FAMILY.name,
    title: `${parts.appName} shortener`,
    description: 'Short links to pages and photos, with click statistics.',
    version: parts.version,
    url: parts.addresses.origin + MCP_PATH,
    websiteUrl: `${parts.baseUrl}/docs/api`,
    token: {
      isRequired: false,
      description: 'Token of the device flow. Without it, you can create only plain links.',
    },
    tools: toolsOf(operations),
  });
}

function describeForModels({ addresses: { origin }, baseUrl, appName }: HostParts): string {
  return `# ${appName} short links

> Short links to pages and photos, for people and AI agents, with click counts that leave out bots.

Plain links need no account. Agents that sign in with the OAuth device flow also get custom names, photos and statistics.

## Interfaces

- [OpenAPI](${origin}/openapi.json): every route of this host
- [Skill](${origin}${skillPath(SKILL_NAME)}): how to use this host
- [MCP server card](${origin}${SERVER_CARD_PATH}): the same as tools
- [OAuth metadata](${origin}${AUTHORIZATION_SERVER_PATH}${FAMILY.issuer}): registration, device authorization, token
- [Health](${origin}${FAMILY.api}/health): whether the host is up

## More

- [${appName}](${baseUrl}/llms.txt): deals, view checks and the Agent Bridge
`;
}

/** Short links must not be indexed, but link previews in chats must work. */
const RULES = ['Allow: /$', 'Allow: /llms.txt', 'Allow: /openapi.json', 'Allow: /.well-known/', 'Disallow: /'];
