import { Id, NullableTimestamp } from '@svc/chassis/schemas/scalars';
import { z } from 'zod';
import { AgentCall } from './agent-call.js';
import { AgentConnection } from './agent-connection.js';

const Named = z.object({ name: z.string(), description: z.string() });

/** The Agent Bridge settings of a user. */
export const AgentConnectionSettings = z
  .object({
    schemaVersion: z.string(),
    actingUserId: Id,
    status: z.object({
      loginLinkAvailable: z.boolean(),
      approvalConfirmationConfigured: z.boolean(),
      state: z.enum(['connected', 'not_connected']),
      recentCount: z.int().describe('Calls of the last 90 days.'),
      lastActivityAt: NullableTimestamp,
    }),
    advancedAuth: z.object({
      mode: z.literal('persistent_login_link'),
      startUrl: z.string(),
      revokeUrl: z.string().describe('Contains `:requestId` for the id of the connection.'),
      tokenTtl: z.object({ seconds: z.int(), maxSeconds: z.int(), env: z.string() }),
      supportedHosts: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          configPath: z.string().describe('On Linux, relative to the home folder.'),
        }),
      ),
      toolDiscovery: z.string().describe('URL of the current tool descriptions.'),
      safety: z.string(),
    }),
    mcp: z.object({
      serverName: z.string(),
      runtime: z.literal('single_bridge'),
      bridgePath: z.string(),
      configPath: z.string(),
      command: z
        .string()
        .describe("Run it in the product's folder: it requests access and writes the host's entry at `configPath`."),
      backendBaseUrl: z.string(),
      httpsUrls: z.array(z.string()),
      humanGuideUrl: z.string(),
      agentDocsUrl: z.string(),
      agentKitUrl: z.string().nullable(),
    }),
    auth: z.object({
      loginLink: z.object({ startUrl: z.string(), statusUrl: z.string() }),
      optionalEnv: z.array(
        z.object({
          name: z.string(),
          isSet: z.boolean().nullable().describe("Null for variables set in the agent's host."),
        }),
      ),
      requiredHeaders: z.array(Named),
      optionalHeaders: z.array(Named),
    }),
    permissions: z.array(z.object({ tier: z.int(), name: z.string(), approval: z.string(), summary: z.string() })),
    toolGroups: z.array(z.object({ name: z.string(), tools: z.array(z.string()) })),
    workflows: z.array(
      z.object({ name: z.string(), title: z.string(), description: z.string(), steps: z.array(z.string()) }),
    ),
    futureFeatures: z.array(z.object({ name: z.string(), status: z.enum(['available', 'planned']) })),
    persistentConnections: z.array(AgentConnection),
    recentLogs: z.array(AgentCall),
    writePolicy: z.object({
      mode: z.enum(['require_approval', 'allow_non_delete_writes']),
      nonDeleteWritesRequireApproval: z.boolean(),
      deleteWritesAlwaysRequireApproval: z.literal(true),
    }),
  })
  .meta({ id: 'AgentConnectionSettings' });
