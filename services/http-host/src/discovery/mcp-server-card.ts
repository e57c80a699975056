/** MCP revisions that the endpoint serves, newest first. */
const PROTOCOL_VERSIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'];

export interface ServerCardOptions {
  /** Name of the server, in `serverInfo` and after the reversed name of the host. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly version: string;
  /** URL of the endpoint. */
  readonly url: string;
  readonly websiteUrl: string;
  /** Whether every call needs a token, and where to get one. */
  readonly token: { readonly isRequired: boolean; readonly description: string };
  readonly tools: readonly { readonly name: string; readonly summary: string }[];
  /** Capabilities of the server besides tools. */
  readonly offers?: readonly ('resources' | 'prompts')[];
}

/** A server card in both shapes at once: SEP-2127 by its schema, and the older one that scanners expect. */
export function mcpServerCard({
  name,
  title,
  description,
  version,
  url,
  websiteUrl,
  token,
  tools,
  offers = [],
}: ServerCardOptions): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    name: `${new URL(url).hostname.split('.').toReversed().join('.')}/${name}`,
    version,
    title,
    description,
    websiteUrl,
    remotes: [
      {
        type: 'streamable-http',
        url,
        headers: [
          {
            name: 'Authorization',
            description: token.description,
            isRequired: token.isRequired,
            isSecret: true,
            value: 'Bearer {token}',
            variables: { token: { description: 'Agent access token', isRequired: true, isSecret: true } },
          },
        ],
        supportedProtocolVersions: PROTOCOL_VERSIONS,
      },
    ],
    serverInfo: { name, title, version },
    protocolVersion: PROTOCOL_VERSIONS[0],
    transport: { type: 'streamable-http', endpoint: url },
    capabilities: { tools: {}, ...Object.fromEntries(offers.map((offer) => [offer, {}])) },
    authentication: { required: token.isRequired, schemes: ['bearer'] },
    tools: tools.map((tool) => ({ name: tool.name, description: tool.summary })),
  };
}
