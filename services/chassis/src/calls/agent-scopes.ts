/** What a user can allow an agent, part by part. */
export type AgentScope = 'svc.read' | 'svc.write.low_risk' | 'svc.write.sensitive' | 'svc.memory';

/** Opens whatever has a scope. */
const ANY_SCOPE = 'mcp';

/** The scopes of which an agent needs one, where `scope` or another is asked for; none where agents have no way in. */
export function openingScopes(scope: AgentScope | undefined, ...others: readonly AgentScope[]): readonly string[] {
  return scope === undefined ? [] : [scope, ...others, ANY_SCOPE];
}
