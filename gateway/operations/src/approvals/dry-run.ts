import { AppError } from '@svc/chassis/errors/app-error';
import { listMethods } from '@svc/chassis/grpc/methods';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import type { Operation } from '../registry/define-operation.js';
import { CLIENTS, type Clients } from '../run/clients.js';
import type { OperationContext } from '../run/operation-context.js';
import { isRefusal } from '../run/refusals.js';

/** Clients for dry runs, by process. */
const DRY_RUNS: Readonly<Record<string, 'dealDryRuns' | 'shortLinkDryRuns'>> = {
  deal: 'dealDryRuns',
  shortener: 'shortLinkDryRuns',
};

/** Ends an operation at its first write, whose outcome is then known. */
class DryRunEnded extends Error {}

/**
 * Runs an operation up to its first write, which its service rolls back. Rejects as the operation would, so that users are not asked to approve what
 * cannot be done. Resolves when the write would succeed, and when that cannot be told. Skips deletions, whose record has been read, and operations
 * that describe their own changes.
 */
export async function dryRun(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  context: OperationContext,
): Promise<void> {
  if (operation.destructive || operation.preview) return;
  try {
    await operation.run(input, { ...context, clients: dryRunClients(context.clients) });
  } catch (error) {
    if (error instanceof DryRunEnded) return;
    // A service that is busy, or of the previous release, still checks the write itself.
    if (error instanceof AppError && !isRefusal(error)) return;
    throw error;
  }
}

/** Clients that read as usual, and end the operation at a write. */
function dryRunClients(clients: Clients): Clients {
  const dry = Object.entries(CLIENTS).map(([name, { service, definition }]) => {
    const runs = DRY_RUNS[service];
    const writes = listMethods(definition)
      .filter(([, { path }]) => !METHOD_OPTIONS[path]?.readOnly)
      .map(([method, { path, requestSerialize }]) => [
        method,
        async (request: unknown): Promise<never> => {
          if (runs) await clients[runs].dryRun({ method: path, request: requestSerialize(request) });
          throw new DryRunEnded();
        },
      ]);
    return [name, { ...clients[name as keyof Clients], ...Object.fromEntries(writes) }];
  });
  return Object.fromEntries(dry) as Clients;
}
