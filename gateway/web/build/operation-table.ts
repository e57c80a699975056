import { OPERATIONS } from '@svc/operations/registry/registry';
import type { Plugin } from 'vite';
import { virtualModule } from './virtual-module.ts';

/**
 * The registry for the browser: name → method and path. Everything else about an operation is only types there, and the code that runs it stays on
 * the server.
 */
export function operationTable(): Plugin {
  const table = Object.fromEntries(
    OPERATIONS.filter(({ audience }) => audience !== 'agents').map(({ name, http }) => {
      const [method] = [http.method].flat();
      return [name, [method, http.path]];
    }),
  );
  return virtualModule('operations', table);
}
