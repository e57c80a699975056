import type { GrpcServer } from './server.js';
import type { ServerCall } from './server-call.js';

interface DryRunRequest {
  readonly method: string;
  readonly request: Buffer;
}

/** Handlers of the DryRunService of a server. */
export function dryRunHandlers(server: GrpcServer) {
  return {
    dryRun: async ({ method, request }: DryRunRequest, call: ServerCall) => ({
      supported: await server.dryRun(method, request, call),
    }),
  };
}
