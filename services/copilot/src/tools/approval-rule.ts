import type { Operation } from '@svc/operations/registry/define-operation';
import { redactSecrets } from './redact-secrets.js';
import type { Tool } from './tool-box.js';

/** Maximum bytes of arguments sent to a server without asking, once the model has read untrusted text. */
const TAINTED_BYTES_MAX = 2_048;

/**
 * When the user is asked before a tool runs: never; always; or only once the turn has read text that others may have written, whose orders a model
 * may follow.
 */
export type ApprovalRule = 'automatic' | 'when_tainted' | 'always';

/** What decides when the user is asked. */
type ToolTraits = Pick<Tool, 'remote'> & {
  readonly operation: Pick<Operation, 'tier' | 'destructive' | 'family' | 'asksApproval' | 'changesNothing'>;
};

/**
 * Sensitive and destructive operations, and those that only the user may approve, always ask; so do tools of servers, unless an administrator lets
 * them run.
 */
export function approvalRuleOf({ operation, remote }: ToolTraits): ApprovalRule {
  if (remote) return remote.isAutoApproved ? 'when_tainted' : 'always';
  const { tier, destructive, family, asksApproval } = operation;
  if (tier === 0) return 'automatic';
  // A memory reaches every later conversation.
  const isSensitive = tier === 2 || destructive || asksApproval !== undefined || family === 'memory';
  return isSensitive ? 'always' : 'when_tainted';
}

/** Whether the user is asked before this call. */
export function asksFor(tool: ToolTraits, input: Readonly<Record<string, unknown>>, isTainted: boolean): boolean {
  const asking = approvalRuleOf(tool);
  if (asking === 'automatic' || tool.operation.changesNothing?.(input) === true) return false;
  if (asking === 'always') return true;
  return isTainted && (tool.remote === undefined || mayCarryOut(input));
}

/** Whether the arguments could carry data that a server must not get. */
function mayCarryOut(input: object): boolean {
  const text = JSON.stringify(input);
  return Buffer.byteLength(text) > TAINTED_BYTES_MAX || redactSecrets(text) !== text;
}
