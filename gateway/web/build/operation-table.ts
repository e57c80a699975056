import { OPERATIONS } from '@svc/operations/registry';
import type { Plugin } from 'vite';

const NAME = 'virtual:operations';

/**
 * The registry as the browser needs it: name → method and path. Everything else of an operation is types there, and the code that
 * runs it stays on the server.
 */
export function operationTable(): Plugin {
  const table = Object.fromEntries(
    OPERATIONS.filter(({ audience }) => audience !== 'agents').map(({ name, http }) => {
      const [method] = [http.method].flat();
      return [name, [method, http.path]];
    }),
  );
  return {
    name: 'operation-table',
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export default ${JSON.stringify(table)}` : undefined),
  };
}
