import { AppError, appError } from '@svc/chassis/errors/app-error';
import { parseInput, validationError } from '@svc/chassis/schemas/parse-input';
import { describeActions, describeEntities } from '../ai/describe-operations.js';
import { type ApprovalRules, isForAgents, isForUsers, isProposable } from '../run/checks.js';
import type { Catalog, ProposedChange } from '../run/operation-context.js';
import type { Operation } from './define-operation.js';
import { toolNameOf } from './tools.js';

/** A catalog with access to its operations. */
export interface OperationCatalog extends Catalog {
  /** Returns the operation of a proposed change. Throws INVALID_TRANSITION when it can no longer be proposed. */
  proposed(change: ProposedChange): Operation;
  /** Returns the operation with this name or tool name, or undefined. */
  readonly find: (name: string | undefined) => Operation | undefined;
  /** The rules for which writes by agents the user must approve. */
  readonly rules: ApprovalRules;
}

/** Creates the catalog of these operations, once per process; descriptions are built on first use. */
export function createCatalog(operations: readonly Operation[], rules: ApprovalRules): OperationCatalog {
  // Agents over MCP know only tool names.
  const byName = new Map(
    operations.flatMap((operation) =>
      [operation.name, toolNameOf(operation)].map((name) => [name, operation] as const),
    ),
  );
  const find: OperationCatalog['find'] = (name) => (name === undefined ? undefined : byName.get(name));
  const findProposable = (name: string) => {
    const operation = find(name);
    return operation && isProposable(operation) ? operation : undefined;
  };
  return {
    rules,
    find,
    entities: once(() => describeEntities(operations)),
    actions: once(() => describeActions(operations.filter(isForUsers), '/api')),
    summaryOf: (name) => find(name)?.summary,
    forAgents: once(() =>
      operations
        .filter((operation) => operation.access !== 'adapter' && isForAgents(operation))
        .map(({ name, family }) => ({ name, family })),
    ),
    checkProposal(change, path) {
      const operation = findProposable(change.operation);
      if (!operation) {
        throw validationError([
          {
            path: `${path}.operation`,
            message:
              'is no operation that can be proposed. Those that can have `proposable: true` in `GET /api/agent/schema`.',
          },
        ]);
      }
      try {
        parseInput(operation.input, change.input);
      } catch (error) {
        throw error instanceof AppError ? below(`${path}.input`, error) : error;
      }
      return operation.name;
    },
    proposed(change) {
      const operation = findProposable(change.operation);
      if (operation) return operation;
      throw appError('INVALID_TRANSITION', 'The proposed change can no longer be made. Dismiss the suggestion.');
    },
  };
}

function below(path: string, { details }: AppError): AppError {
  const moved = details.map(({ path: inner, message }) => {
    const whole = inner === '' ? path : `${path}.${inner}`;
    return { path: whole, message: message.replace(`\`${inner}\``, () => `\`${whole}\``) };
  });
  return validationError(moved);
}

function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
