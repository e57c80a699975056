import affected from 'virtual:affected-families';
import type { OperationName } from './operations.js';

/** Families of operations whose results a write makes stale: `deals` covers `deals.list`, `deals.get` and all others. */
export function affectedBy(write: OperationName): readonly string[] {
  return affected[write] ?? [];
}

/** Whether the operation makes results stale. */
export function isChange(name: string): name is OperationName {
  return Object.hasOwn(affected, name);
}
