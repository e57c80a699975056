import { OPERATIONS } from '@svc/operations/registry/registry';
import { isForUsers } from '@svc/operations/run/checks';
import type { Plugin } from 'vite';
import { virtualModule } from './virtual-module.ts';

/** The registry's writes for the browser: name → families of operations whose results the write makes stale. */
export function affectedFamilies(): Plugin {
  const writes = OPERATIONS.filter((operation) => operation.tier > 0 && isForUsers(operation));
  const table = Object.fromEntries(writes.map(({ name, affects = [] }) => [name, [prefixOf(name), ...affects]]));
  return virtualModule('affected-families', table);
}

/** The prefix of the names in a family. */
function prefixOf(name: string): string {
  return name.slice(0, name.indexOf('.'));
}
