/** Scopes that a user can grant an agent. */
export type AgentScope = 'svc.read' | 'svc.write.low_risk' | 'svc.write.sensitive' | 'svc.memory';

/** Includes every other scope. */
const ANY_SCOPE = 'mcp';

/** Returns all scopes that permit a call requiring these; empty when the call is closed to agents. */
export function openingScopes(scope: AgentScope | undefined, ...others: readonly AgentScope[]): readonly string[] {
  return scope === undefined ? [] : [scope, ...others, ANY_SCOPE];
}
