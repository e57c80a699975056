import { GrpcServer, type ServerOptions } from '../grpc/server.js';
import type { ServerCall } from '../grpc/server-call.js';
import { echoMethod, echoStream } from './echo-service.js';
import { silentLog } from './service-database.js';
import { stubHandlers, type TestIssuer } from './stub-server.js';

/** A service with a slow streamed answer, and a method that answers at once. */
export const TurnService = { follow: echoStream('Follow'), admin: echoStream('Admin'), read: echoMethod('Read') };

const RULE = {
  public: false,
  admin: false,
  agentScopes: [],
  services: [],
  readOnly: true,
  ignoresIdempotencyKey: false,
};

export const TURN_METHODS = {
  [TurnService.follow.path]: RULE,
  [TurnService.admin.path]: { ...RULE, admin: true },
  [TurnService.read.path]: RULE,
};

export type Tell = (request: object, call: ServerCall) => AsyncIterable<object>;

/** Serves `TurnService` on a free port; the stream sends what `tell` yields. */
export async function startTurns(
  tell: Tell,
  { verify }: TestIssuer,
  options: Partial<ServerOptions> = {},
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const server = new GrpcServer({ methods: TURN_METHODS, verify, log: silentLog, ...options });
  const read = async () => ({ read: true });
  server.add(TurnService, stubHandlers(TurnService, { follow: tell, admin: tell, read }));
  return { port: await server.listen('127.0.0.1:0'), stop: () => server.stop(0) };
}
