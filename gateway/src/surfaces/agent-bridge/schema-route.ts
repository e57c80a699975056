import { appError } from '@svc/chassis/errors/app-error';
import type { Route } from '@svc/http-host/http/operation-routes';
import { inRequestSpan } from '@svc/http-host/http/request-span';
import { approvedCallsUnder, BRIDGE_SCOPES, tiersUnder } from '@svc/operations/agents/agent-rules';
import { describeActions, SCHEMA_VERSION } from '@svc/operations/ai/describe-operations';
import type { Operation } from '@svc/operations/registry/define-operation';
import type { ApprovalRules } from '@svc/operations/run/checks';
import type { Request, Response } from 'express';
import { BRIDGE_PATH, type BridgeOptions } from './bridge.js';

/** Path of the schema, below that of the bridge. */
export const SCHEMA_PATH = '/schema';

/** The catalog of operations for agents, open to anyone. */
export function schemaRoute({ operations, publicOriginOf, catalog }: BridgeOptions): Route<Request, Response> {
  const described = describeBridge(operations, catalog.rules);
  return {
    path: SCHEMA_PATH,
    async handle(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        response.setHeader('Allow', 'GET, HEAD');
        throw appError('METHOD_NOT_ALLOWED', 'Read the schema with GET.');
      }
      await inRequestSpan(request, response, 'agent_schema', async () => {
        response.json({ ...described, metadata: metadataAt(publicOriginOf(request)) });
      });
    },
  };
}

function describeBridge(operations: readonly Operation[], rules: ApprovalRules): object {
  const actions = describeActions(operations, BRIDGE_PATH);
  const families = Map.groupBy(actions, ({ family }) => family);
  return {
    schemaVersion: SCHEMA_VERSION,
    families: [...families]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, members]) => ({
        name,
        operations: members.map(({ name: operation, family: _family, description: _description, ...action }) => ({
          name: operation,
          ...action,
        })),
      })),
    tiers: tiersUnder(rules),
    defaultScope: 'svc.read',
    supportedScopes: BRIDGE_SCOPES.map(({ name }) => name),
    routeScopePolicy: `Each operation needs its \`scope\`, or one of its \`otherScopes\`. No scope implies another, except \`mcp\`, which includes all. The user's approval is also needed for ${approvedCallsUnder(rules)}, and for memories that are instructions.`,
  };
}

/** Addresses of the discovery documents. */
function metadataAt(origin: string): object {
  return {
    openapi: `${origin}/openapi.json`,
    protectedResource: `${origin}/.well-known/oauth-protected-resource${BRIDGE_PATH}`,
    authorizationServer: `${origin}/.well-known/oauth-authorization-server`,
    mcpServerCard: `${origin}/.well-known/mcp/server-card.json`,
    mcpEndpoint: `${origin}${BRIDGE_PATH}/mcp`,
    agentCard: `${origin}/.well-known/agent-card.json`,
    skill: `${origin}/.well-known/agent-skills/svc-agent-bridge/SKILL.md`,
    startUrl: `${origin}${BRIDGE_PATH}/auth/start`,
  };
}
