/** What a user can allow an agent, part by part. */
export type AgentScope = 'svc.read' | 'svc.write.low_risk' | 'svc.write.sensitive' | 'svc.memory';

/** Includes every other scope. */
const ANY_SCOPE = 'mcp';

/** Returns the scopes that allow a call with these scopes; empty when the call is closed to agents. */
export function openingScopes(scope: AgentScope | undefined, ...others: readonly AgentScope[]): readonly string[] {
  return scope === undefined ? [] : [scope, ...others, ANY_SCOPE];
}
