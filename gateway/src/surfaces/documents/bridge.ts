import type { AgentFamily } from '@svc/http-host/oauth/oauth-metadata';
import { BRIDGE_SCOPES } from '@svc/operations/agents/agent-rules';
import type { Operation } from '@svc/operations/registry/define-operation';

/** The API that agents sign in to on this host. The origin itself is the issuer. */
export const BRIDGE: AgentFamily = {
  name: 'bridge',
  api: '/api/agent',
  issuer: '',
  signIn: '/api/agent/oauth',
  scopes: BRIDGE_SCOPES.map(({ name }) => name),
  // Clients should request the other scopes only when their user wants them.
  basicScopes: ['svc.read', 'svc.write.low_risk', 'svc.memory'],
};

/** Path of the MCP endpoint. */
export const BRIDGE_MCP_PATH = '/api/agent/mcp';

/** Path of the page where users approve agents. */
export const AUTHORIZE_PATH = '/agent/authorize';

/** The data of the documents. */
export interface DocumentFacts {
  /** Origin under which the documents are read. */
  readonly origin: string;
  readonly appName: string;
  readonly version: string;
  /** Every operation of the product. */
  readonly operations: readonly Operation[];
}

/** The operations of the bridge: those with a scope. */
export function bridgeOperations(operations: readonly Operation[]): Operation[] {
  return operations.filter(({ scope }) => scope !== undefined);
}
