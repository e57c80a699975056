import affected from 'virtual:affected-families';
import type { OperationName } from './operations.js';

/** Families of operations whose answers a write makes stale: `deals` covers `deals.list`, `deals.get` and all others. */
export function affectedBy(write: OperationName): readonly string[] {
  return affected[write] ?? [];
}

/** Whether what is called so makes answers stale. */
export function isChange(name: string): name is OperationName {
  return Object.hasOwn(affected, name);
}
