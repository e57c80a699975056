import { createHash } from 'node:crypto';
import type { HostOperation } from '../host-operation.js';
import type { HostParts } from '../host-parts.js';
import { mcpToolsOf } from '../mcp-route.js';
import { describeHost } from './openapi.js';
import { describeSkill, SKILL_DESCRIPTION, SKILL_NAME } from './skill.js';

/** A public document of this host, ready to be sent. */
export interface Document {
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
}

const API = '/api/shortener/v1';

const SCOPES = ['shortener.links:read', 'shortener.links:write', 'shortener.photos:write', 'shortener.stats:read'];

/** MCP revisions that the endpoint serves, newest first. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

/** Everything by which agents and crawlers find their way on this host, made once at the start. */
export function describeEverything(operations: readonly HostOperation[], parts: HostParts): Document[] {
  const skill = Buffer.from(describeSkill(parts));
  const skillPath = `/.well-known/agent-skills/${SKILL_NAME}/SKILL.md`;
  const authorizationServer = json(authorizationServerMetadata(parts));
  return [
    { path: '/openapi.json', contentType: 'application/openapi+json', body: json(describeHost(operations, parts)) },
    { path: '/llms.txt', contentType: 'text/plain; charset=utf-8', body: Buffer.from(describeForModels(parts)) },
    { path: '/robots.txt', contentType: 'text/plain; charset=utf-8', body: Buffer.from(ROBOTS) },
    {
      path: '/.well-known/mcp/shortener/server-card.json',
      contentType: 'application/json',
      body: json(serverCard(operations, parts)),
    },
    { path: skillPath, contentType: 'text/markdown; charset=utf-8', body: skill },
    {
      path: '/.well-known/agent-skills/index.json',
      contentType: 'application/json',
      body: json(skillsIndex(skillPath, skill)),
    },
    // The issuer has a path, which comes after the well-known part (RFC 8414 section 3.1).
    {
      path: `/.well-known/oauth-authorization-server${API}`,
      contentType: 'application/json',
      body: authorizationServer,
    },
    { path: '/.well-known/oauth-authorization-server', contentType: 'application/json', body: authorizationServer },
    ...[API, '/mcp'].map((resource) => ({
      path: `/.well-known/oauth-protected-resource${resource}`,
      contentType: 'application/json',
      body: json(protectedResourceMetadata(resource, parts)),
    })),
    {
      path: '/.well-known/oauth-protected-resource',
      contentType: 'application/json',
      body: json(protectedResourceMetadata(API, parts)),
    },
  ];
}

function json(value: object): Buffer {
  return Buffer.from(JSON.stringify(value));
}

/** RFC 8414. There is the device flow alone, so there is no authorization endpoint. */
function authorizationServerMetadata({ addresses: { origin }, baseUrl }: HostParts): object {
  const issuer = `${origin}${API}`;
  return {
    issuer,
    token_endpoint: `${issuer}/agent/token`,
    device_authorization_endpoint: `${issuer}/agent/device_authorization`,
    registration_endpoint: `${issuer}/agent/register`,
    scopes_supported: SCOPES,
    response_types_supported: [],
    grant_types_supported: ['urn:ietf:params:oauth:grant-type:device_code'],
    token_endpoint_auth_methods_supported: ['none'],
    service_documentation: `${baseUrl}/docs/api`,
    protected_resources: [issuer, `${origin}/mcp`],
  };
}

/** RFC 9728. */
function protectedResourceMetadata(path: string, { addresses: { origin }, baseUrl, appName }: HostParts): object {
  return {
    resource: `${origin}${path}`,
    resource_name: `${appName} shortener`,
    authorization_servers: [`${origin}${API}`],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_documentation: `${baseUrl}/docs/api`,
  };
}

/** Both shapes of a server card in one document: SEP-2127 by its schema, and the older one that scanners look for. */
function serverCard(operations: readonly HostOperation[], parts: HostParts): object {
  const { addresses, baseUrl, appName, version } = parts;
  const url = `${addresses.origin}/mcp`;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${new URL(addresses.origin).hostname.split('.').toReversed().join('.')}/shortener`,
    version,
    title: `${appName} shortener`,
    description: 'Short links to pages and photos, and how often they were opened.',
    websiteUrl: `${baseUrl}/docs/api`,
    remotes: [
      {
        type: 'streamable-http',
        url,
        headers: [
          {
            name: 'Authorization',
            description: 'Token of the device flow; without it only plain links can be made.',
            isRequired: false,
            isSecret: true,
            value: 'Bearer {token}',
            variables: { token: { description: 'Agent access token', isRequired: true, isSecret: true } },
          },
        ],
        supportedProtocolVersions: PROTOCOL_VERSIONS,
      },
    ],
    serverInfo: { name: 'shortener', title: `${appName} shortener`, version },
    protocolVersion: PROTOCOL_VERSIONS[0],
    transport: { type: 'streamable-http', endpoint: url },
    capabilities: { tools: {} },
    authentication: { required: false, schemes: ['bearer'] },
    tools: mcpToolsOf(operations).map(({ name, summary }) => ({ name, description: summary })),
  };
}

function skillsIndex(url: string, skill: Buffer): object {
  const digest = `sha256:${createHash('sha256').update(skill).digest('hex')}`;
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [{ name: SKILL_NAME, type: 'skill-md', description: SKILL_DESCRIPTION, url, digest }],
  };
}

function describeForModels({ addresses: { origin }, baseUrl, appName }: HostParts): string {
  return `# ${appName} short links

> Short links to pages and photos, for people and for AI agents, with clicks counted without bots.

Plain links need no account. Agents sign in with the OAuth device flow for names of their own, photos and statistics.

## Interfaces

- [OpenAPI](${origin}/openapi.json): every route of this host
- [Skill](${origin}/.well-known/agent-skills/shortener/SKILL.md): how to use it, in five minutes
- [MCP server card](${origin}/.well-known/mcp/shortener/server-card.json): the same as tools
- [OAuth metadata](${origin}/.well-known/oauth-authorization-server${API}): registration, device authorization, token
- [Health](${origin}${API}/health): whether it runs

## More

- [${appName}](${baseUrl}/llms.txt): deals, view checks and the Agent Bridge
`;
}

/** Short links are nobody's to index, but previews in chats have to open; a named group does not inherit the rules of `*` (RFC 9309). */
const RULES = `Content-Signal: ai-train=no, search=yes, ai-input=yes
Allow: /$
Allow: /llms.txt
Allow: /openapi.json
Allow: /.well-known/
Disallow: /
`;

const AI_AGENTS = [
  'GPTBot',
  'OAI-SearchBot',
  'ChatGPT-User',
  'ClaudeBot',
  'Claude-User',
  'Claude-SearchBot',
  'anthropic-ai',
  'Google-Extended',
  'PerplexityBot',
  'Perplexity-User',
  'Applebot-Extended',
  'meta-externalagent',
  'Amazonbot',
  'CCBot',
];

const ROBOTS = `User-agent: *\n${RULES}\n${AI_AGENTS.map((agent) => `User-agent: ${agent}`).join('\n')}\n${RULES}`;
