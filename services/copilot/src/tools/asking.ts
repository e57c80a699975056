import type { Operation } from '@svc/operations/define-operation';

/**
 * When the user is asked before a tool runs: never, once its turn has read what others may have written (whose orders a model may follow),
 * or each time.
 */
export type Asking = 'automatic' | 'when_tainted' | 'always';

/** What the operation has to say is sensitive, deletes, or stays with the user is always asked for. */
export function askingOf({
  tier,
  destructive,
  family,
  asksApproval,
}: Pick<Operation, 'tier' | 'destructive' | 'family' | 'asksApproval'>): Asking {
  if (tier === 0) return 'automatic';
  // What is remembered reaches every later conversation.
  const isSensitive = tier === 2 || destructive || asksApproval !== undefined || family === 'memory';
  return isSensitive ? 'always' : 'when_tainted';
}

/** Whether the user is asked before this call. */
export function asksFor(operation: Operation, input: Readonly<Record<string, unknown>>, isTainted: boolean): boolean {
  const asking = askingOf(operation);
  if (asking === 'automatic' || operation.changesNothing?.(input) === true) return false;
  return asking === 'always' || isTainted;
}
