import type { Operation } from '@svc/operations/define-operation';

/** The family of an operation, under which descriptions group it. */
export function tagOf({ name }: Pick<Operation, 'name'>): string {
  return name.split('.')[0] ?? name;
}

export function tagsOf(operations: readonly Operation[]): object[] {
  return [...new Set(operations.map(tagOf))].toSorted().map((name) => ({ name }));
}
