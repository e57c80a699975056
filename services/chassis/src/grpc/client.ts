import { Client, credentials, type ServiceError } from '@grpc/grpc-js';
import { service as healthService } from 'grpc-health-check';
import { currentCall, type CallContext } from '../call-context.js';
import { fromServiceError } from '../errors/grpc-errors.js';
import { injectTrace, inSpan, SpanKind } from '../telemetry/spans.js';
import { isReplayed, traceSetter, writeCallMetadata } from './call-metadata.js';
import { MESSAGE_BYTES_MAX, type MethodTable, type UnaryMethod } from './methods.js';

/** Milliseconds that a call may take when the caller set no deadline. */
const DEADLINE_MS = 10_000;
/** Milliseconds of the caller's time that are kept back, so that an answer about a timeout still gets through. */
const DEADLINE_RESERVE_MS = 25;

/** The unary methods of a service definition as promises. */
export type PromiseClient<Definition> = {
  readonly [Method in keyof Definition]: Definition[Method] extends {
    requestSerialize: (value: infer Request) => Buffer;
    responseDeserialize: (bytes: Buffer) => infer Response;
  }
    ? (request: Request) => Promise<Response>
    : never;
};

/** A connection to one service, shared by the clients of all its gRPC services. */
export interface Connection {
  /** Name of the service, for errors and spans. */
  readonly target: string;
  readonly client: Client;
  readonly methods: MethodTable;
  close(): void;
}

/**
 * Opens a connection that balances over all addresses of the name, keeps idle connections alive and reconnects within a second.
 * Methods without side effects are repeated once when the other side is unavailable, by gRPC's own retry policy.
 */
export function openConnection(target: string, address: string, methods: MethodTable): Connection {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.service_config': JSON.stringify(serviceConfig(methods)),
    'grpc.keepalive_time_ms': 20_000,
    'grpc.keepalive_timeout_ms': 5_000,
    'grpc.keepalive_permit_without_calls': 1,
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
  });
  return { target, client, methods, close: () => client.close() };
}

function serviceConfig(methods: MethodTable): object {
  const readOnly = Object.entries(methods)
    .filter(([, rule]) => rule.readOnly)
    .map(([path]) => {
      const [, service, method] = path.split('/');
      return { service, method };
    });
  return {
    loadBalancingConfig: [{ round_robin: {} }],
    methodConfig: [
      {
        name: readOnly,
        retryPolicy: {
          maxAttempts: 2,
          initialBackoff: '0.05s',
          maxBackoff: '0.2s',
          backoffMultiplier: 2,
          retryableStatusCodes: ['UNAVAILABLE'],
        },
      },
    ],
  };
}

/**
 * A client whose methods carry the running call on: assertion, request id, operation, idempotency key, trace, and a deadline
 * that shrinks along the chain. Rejects with the AppError that the service sent, `unavailable` or `timeout`.
 */
export function createClient<Definition extends object>(
  definition: Definition,
  connection: Connection,
): PromiseClient<Definition> {
  const client: Record<string, (request: unknown) => Promise<unknown>> = {};
  for (const [name, method] of Object.entries(definition)) {
    const unary = method as UnaryMethod<unknown, unknown>;
    client[name] = (request) => callUnary(connection, unary, request);
  }
  return client as PromiseClient<Definition>;
}

function callUnary<Request, Response>(
  connection: Connection,
  method: UnaryMethod<Request, Response>,
  request: Request,
): Promise<Response> {
  const call = currentCall();
  return inSpan(method.path.slice(1), { kind: SpanKind.CLIENT }, () => send(connection, method, request, call));
}

function send<Request, Response>(
  connection: Connection,
  method: UnaryMethod<Request, Response>,
  request: Request,
  call: CallContext | undefined,
): Promise<Response> {
  const metadata = writeCallMetadata(call);
  injectTrace(metadata, traceSetter);
  const deadline = call ? call.deadline - DEADLINE_RESERVE_MS : Date.now() + DEADLINE_MS;
  return new Promise((resolve, reject) => {
    const settle = (error: ServiceError | null, response?: Response): void => {
      call?.signal.removeEventListener('abort', cancel);
      if (error) reject(fromServiceError(error, connection.target));
      else resolve(response as Response);
    };
    const running = connection.client.makeUnaryRequest(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      metadata,
      { deadline },
      settle,
    );
    const cancel = (): void => running.cancel();
    call?.signal.addEventListener('abort', cancel);
    if (call?.idempotencyKey !== undefined) {
      running.on('status', (status) => {
        if (isReplayed(status.metadata)) call.replayed = true;
      });
    }
  });
}

/** What the service's own gRPC health service says within `timeoutMs`: true for SERVING, false for everything else. */
export function isServing(connection: Connection, timeoutMs: number): Promise<boolean> {
  const check = healthService.Check as unknown as UnaryMethod<{ service: string }, { status: string }>;
  return new Promise((resolve) => {
    connection.client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service: '' },
      { deadline: Date.now() + timeoutMs },
      (error, response) => resolve(!error && response?.status === 'SERVING'),
    );
  });
}
