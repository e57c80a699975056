import type { Operation } from '@svc/operations/define-operation';
import { redactSecrets } from '../redact-secrets.js';
import type { Tool } from './tool-box.js';

/** Bytes of arguments that a server is sent without asking, once others may have had a say in them. */
const TAINTED_BYTES_MAX = 2_048;

/**
 * When the user is asked before a tool runs: never, once its turn has read what others may have written (whose orders a model may follow),
 * or each time.
 */
export type Asking = 'automatic' | 'when_tainted' | 'always';

type Asked = Pick<Tool, 'remote'> & {
  readonly operation: Pick<Operation, 'tier' | 'destructive' | 'family' | 'asksApproval' | 'changesNothing'>;
};

/**
 * What is sensitive, deletes, or stays with the user is always asked for, and so is what a server is sent, unless an administrator lets
 * it go.
 */
export function askingOf({ operation, remote }: Asked): Asking {
  if (remote) return remote.isAutoApproved ? 'when_tainted' : 'always';
  const { tier, destructive, family, asksApproval } = operation;
  if (tier === 0) return 'automatic';
  // What is remembered reaches every later conversation.
  const isSensitive = tier === 2 || destructive || asksApproval !== undefined || family === 'memory';
  return isSensitive ? 'always' : 'when_tainted';
}

/** Whether the user is asked before this call. */
export function asksFor(tool: Asked, input: Readonly<Record<string, unknown>>, isTainted: boolean): boolean {
  const asking = askingOf(tool);
  if (asking === 'automatic' || tool.operation.changesNothing?.(input) === true) return false;
  if (asking === 'always') return true;
  return isTainted && (tool.remote === undefined || mayCarryOut(input));
}

/** Whether arguments could take with them what a server is not to have. */
function mayCarryOut(input: object): boolean {
  const text = JSON.stringify(input);
  return Buffer.byteLength(text) > TAINTED_BYTES_MAX || redactSecrets(text) !== text;
}
