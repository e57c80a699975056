import { describeConfigPath, MCP_HOSTS } from 'svc-agent-mcp/mcp-hosts';
import { approvedCallsUnder } from '../agents/agent-rules.js';
import type { OperationContext } from '../run/operation-context.js';

const BRIDGE = '/api/agent';
const REVOKE = '/settings/agent-connection/agents/:requestId';
const TOKEN_ENV = 'SVC_AGENT_ACCESS_TOKEN';
const MAX_TOKEN_SECONDS = 365 * 24 * 60 * 60;

const REQUIRED_HEADERS = [
  { name: 'Authorization', description: 'Bearer, followed by the token.' },
  { name: 'x-dd-request-id', description: 'Idempotency key: a write repeated with the same value runs once.' },
];

const OPTIONAL_HEADERS = [
  { name: 'x-dd-actor-id', description: 'Name of the agent.' },
  { name: 'x-dd-channel', description: 'Channel through which the user reaches the agent.' },
  { name: 'x-dd-approval-id', description: 'Id of the approval for a sensitive write.' },
  {
    name: 'x-dd-acting-user-id',
    description: 'User for whom an adapter of the operator acts; adapters have no token.',
  },
  { name: 'x-dd-approval-confirm-secret', description: 'Secret with which a trusted adapter confirms approvals.' },
];

/** Describes how agents connect and what a token grants. */
export function describeAdvancedAuth({ baseUrl, apiPath, catalog }: OperationContext, tokenSeconds: number) {
  return {
    mode: 'persistent_login_link' as const,
    startUrl: `${baseUrl}${BRIDGE}/auth/start`,
    revokeUrl: apiPath + REVOKE,
    tokenTtl: { seconds: tokenSeconds, maxSeconds: MAX_TOKEN_SECONDS, env: 'SVC_AGENT_TOKEN_TTL_MS' },
    supportedHosts: MCP_HOSTS.map((host) => {
      return { id: host.id, name: host.name, configPath: describeConfigPath(host, 'linux') };
    }),
    toolDiscovery: `${baseUrl}${BRIDGE}/schema`,
    safety: `An agent can only do what its scopes allow, and asks you before ${approvedCallsUnder(catalog.rules)}. Its token stays with the agent's host; here you see only its last four characters, and can revoke it at any time.`,
  };
}

/** Describes how to set up an MCP host. */
export function describeMcp({ baseUrl, documentation, appName }: OperationContext) {
  const docsUrl = documentation.docsUrl ?? `${baseUrl}/docs`;
  return {
    serverName: `${appName} Agent Bridge`,
    runtime: 'single_bridge' as const,
    bridgePath: `${BRIDGE}/mcp`,
    configPath: describeConfigPath(MCP_HOSTS[0], 'linux'),
    command: `npx --no -- svc-agent-mcp login --url ${baseUrl} --host ${MCP_HOSTS[0].id}`,
    backendBaseUrl: baseUrl,
    httpsUrls: [`${baseUrl}${BRIDGE}`, `${baseUrl}${BRIDGE}/mcp`, `${baseUrl}/openapi.json`],
    humanGuideUrl: `${docsUrl}/agents`,
    agentDocsUrl: `${baseUrl}/llms-full.txt`,
    agentKitUrl: documentation.agentKitUrl ?? null,
  };
}

/** Installation settings that affect what a call must send. */
interface AuthSettings {
  /** Whether the secret for adapters to confirm approvals is set. */
  readonly canConfirm: boolean;
  readonly approvesNonDeleteWrites: boolean;
}

/** Describes what a call must send. Names settings without their values. */
export function describeAuth({ baseUrl }: OperationContext, { canConfirm, approvesNonDeleteWrites }: AuthSettings) {
  return {
    loginLink: {
      startUrl: `${baseUrl}${BRIDGE}/auth/start`,
      statusUrl: `${baseUrl}${BRIDGE}/auth/status/:requestId`,
    },
    optionalEnv: [
      { name: TOKEN_ENV, isSet: null },
      { name: 'SVC_API_BASE_URL', isSet: null },
      { name: 'SVC_AGENT_APPROVAL_CONFIRM_SECRET', isSet: canConfirm },
      { name: 'SVC_AGENT_WRITE_CONFIRMATION_MODE', isSet: !approvesNonDeleteWrites },
    ],
    requiredHeaders: REQUIRED_HEADERS,
    optionalHeaders: OPTIONAL_HEADERS,
  };
}
