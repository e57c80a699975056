import type { Operation } from '@svc/operations/registry/define-operation';
import { isTool } from '@svc/operations/registry/tools';

/** The operations that a model may be offered, by name. */
export function offeredOperations(operations: readonly Operation[]): Operation[] {
  return operations.filter(isForModels).toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

/** Operations that users could allow an agent, with JSON input and output. Only the user decides approvals. */
function isForModels(operation: Operation): boolean {
  const { scope, access, family, http } = operation;
  return scope !== undefined && access === 'user' && family !== 'approvals' && !http.accepts && isTool(operation);
}
