import type { Operation } from '@svc/operations/registry/define-operation';

export function tagsOf(operations: readonly Operation[]): object[] {
  return [...new Set(operations.map(({ family }) => family))].toSorted().map((name) => ({ name }));
}
