import { z } from 'zod';
import { tiersUnder } from '../agents/agent-rules.js';
import { WORKFLOWS } from '../agents/agent-workflows.js';
import { SCHEMA_VERSION } from '../ai/describe-operations.js';
import { defineOperation } from '../registry/define-operation.js';
import type { OperationContext } from '../run/operation-context.js';
import { toAgentCall } from './agent-call.js';
import { toAgentConnection } from './agent-connection.js';
import { describeAdvancedAuth, describeAuth, describeMcp } from './describe-bridge.js';
import { AgentConnectionSettings } from './settings-schema.js';

const LOGS = { unset: 20, max: 50 };
/** Maximum connections per user. */
const CONNECTIONS_MAX = 25;

/** Announced features, one of which has shipped. */
const FUTURE_FEATURES = [
  { name: 'planned analysis', status: 'planned' as const },
  { name: 'summaries', status: 'planned' as const },
  { name: 'approval inbox', status: 'available' as const },
  { name: 'adapter diagnostics', status: 'planned' as const },
];

export const getAgentConnection = defineOperation({
  name: 'agent_connection.get',
  summary: 'Get your connected agents, their recent calls, and connection instructions',
  tier: 0,
  http: { method: 'GET', path: '/settings/agent-connection' },
  input: z.strictObject({
    limit: z
      .union([z.number(), z.string().trim().max(100)])
      .optional()
      .describe('Number of calls: 1 to 50; 20 when absent or not a number.'),
  }),
  output: AgentConnectionSettings,
  async run({ limit }, context) {
    const { clients, catalog } = context;
    const [account, listed, support, calls] = await Promise.all([
      clients.accounts.getAccount({}),
      clients.agentAuthorizations.listAgentConnections({ family: '', pageSize: CONNECTIONS_MAX, skip: 0 }),
      clients.approvals.getConfirmationSupport({}),
      clients.toolCalls.listToolCalls({ limit: clampLimit(limit), skip: 0, writesOnly: false, copilotOnly: false }),
    ]);
    const { approvesNonDeleteWrites } = catalog.rules;
    const newest = calls.calls[0];
    return {
      schemaVersion: SCHEMA_VERSION,
      actingUserId: account.user?.id ?? '',
      status: {
        loginLinkAvailable: true,
        approvalConfirmationConfigured: support.isConfigured,
        state: listed.connections.length > 0 ? 'connected' : 'not_connected',
        recentCount: calls.totalSize,
        lastActivityAt: newest?.at ?? null,
      },
      advancedAuth: describeAdvancedAuth(context, listed.tokenLifetimeSeconds),
      mcp: describeMcp(context),
      auth: describeAuth(context, { canConfirm: support.isConfigured, approvesNonDeleteWrites }),
      permissions: tiersUnder(catalog.rules),
      toolGroups: toolGroups(context),
      workflows: WORKFLOWS,
      futureFeatures: FUTURE_FEATURES,
      persistentConnections: listed.connections.map((connection) => toAgentConnection(connection, context)),
      recentLogs: calls.calls.map(toAgentCall),
      writePolicy: {
        mode: approvesNonDeleteWrites ? 'require_approval' : 'allow_non_delete_writes',
        nonDeleteWritesRequireApproval: approvesNonDeleteWrites,
        deleteWritesAlwaysRequireApproval: true as const,
      },
    };
  },
});

function toolGroups({ catalog }: Pick<OperationContext, 'catalog'>) {
  const families = Map.groupBy(catalog.forAgents(), ({ family }) => family);
  return [...families]
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([family, tools]) => ({ name: family, tools: tools.map(({ name }) => name) }));
}

/** Clamps a limit to its range; anything but a number counts as absent. */
function clampLimit(limit: number | string | undefined): number {
  const wanted = typeof limit === 'string' && limit.trim() === '' ? Number.NaN : Number(limit);
  if (Number.isNaN(wanted)) return LOGS.unset;
  return Math.min(Math.max(Math.trunc(wanted), 1), LOGS.max);
}
