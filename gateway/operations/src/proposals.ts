import { AppError } from '@svc/chassis/errors/app-error';
import type { Operation } from './define-operation.js';
import type { Proposals } from './operation-context.js';
import { parseInput, validationError } from '@svc/chassis/http/parse-input';

/** Proposed changes over these operations; `run` is how one of them is called. */
export function proposalsOf(
  operations: readonly Operation[],
  run: (operation: Operation, input: unknown, idempotencyKey: string) => Promise<unknown>,
): Proposals {
  return {
    check(change, path) {
      const operation = findProposable(operations, change.operation);
      if (!operation) {
        throw validationError([{ path: `${path}.operation`, message: 'No operation of this name can be proposed.' }]);
      }
      try {
        parseInput(operation.input, change.input);
      } catch (error) {
        throw error instanceof AppError ? below(`${path}.input`, error) : error;
      }
    },
    async run(change, idempotencyKey) {
      const operation = findProposable(operations, change.operation);
      if (!operation) {
        throw new AppError('wrong_state', 'INVALID_TRANSITION', 'The proposed change can no longer be made.');
      }
      return run(operation, change.input, idempotencyKey);
    },
  };
}

function findProposable(operations: readonly Operation[], name: string): Operation | undefined {
  const operation = operations.find((each) => each.name === name);
  // A body that is only streamed on cannot be kept until somebody decides.
  if (!operation || operation.access !== 'user' || operation.http.accepts) return undefined;
  return operation.tier > 0 && !operation.destructive && operation.scope !== undefined ? operation : undefined;
}

function below(path: string, error: AppError): AppError {
  return validationError(
    error.details.map((detail) => ({ ...detail, path: detail.path === '' ? path : `${path}.${detail.path}` })),
  );
}
