import { Client, credentials } from '@grpc/grpc-js';
import { ROUND_ROBIN_OF_ANSWERING } from './balancer.js';
import { CONNECTION_LIFE, keepaliveMs } from './connection-life.js';
import { MESSAGE_BYTES_MAX, type MethodTable } from './methods.js';

/**
 * Milliseconds after which an unresponsive connection is closed. Longer than a write may take: until its deadline its outcome is unknown, and no
 * caller should retry.
 */
const KEEPALIVE_TIMEOUT_MS = 25_000;

/** Size in bytes beyond which a message would block other calls on its connection: the HTTP/2 flow-control window (RFC 9113, 6.9.2). */
const SMALL_BYTES_MAX = 65_535;

/** A connection to one service, shared by the clients of all its gRPC services. */
export interface Connection {
  /** Name of the service, for errors and spans. */
  readonly target: string;
  /** Display name of the target's part of the product. */
  readonly words: string | undefined;
  readonly client: Client;
  /** The client for a message of this many bytes. */
  clientFor(bytes: number): Client;
  /** The client for streams, which outlast a connection's maximum age. */
  readonly streams: Client;
  /** Makes the next stream use another connection, because the current one is silent. */
  leaveStreams(): void;
  readonly methods: MethodTable;
  close(): void;
}

/**
 * Opens a connection that balances over all addresses of the name, skips backends that hang, and reconnects within a second. The name is resolved
 * again whenever a connection ends, which servers cause once a minute. Large messages use separate connections. gRPC's own retry policy repeats
 * methods without side effects once when a connection fails, as long as failures are rare.
 */
export function openConnection(
  target: string,
  address: string,
  methods: MethodTable,
  words?: string,
  life = CONNECTION_LIFE,
): Connection {
  const unwatched = {
    'grpc.service_config': JSON.stringify(serviceConfig(methods)),
    'grpc.initial_reconnect_backoff_ms': 100,
    'grpc.max_reconnect_backoff_ms': 1_000,
    'grpc.dns_min_time_between_resolutions_ms': 5_000,
    'grpc.max_receive_message_length': MESSAGE_BYTES_MAX,
    'grpc.max_send_message_length': MESSAGE_BYTES_MAX,
  };
  const options = {
    ...unwatched,
    'grpc.keepalive_time_ms': keepaliveMs(life),
    'grpc.keepalive_timeout_ms': KEEPALIVE_TIMEOUT_MS,
    'grpc.keepalive_permit_without_calls': 1,
  };
  const client = new Client(address, credentials.createInsecure(), options);
  let large: Client | undefined;
  let streams: Client | undefined;
  return {
    target,
    words,
    client,
    clientFor(bytes) {
      if (bytes <= SMALL_BYTES_MAX) return client;
      large ??= new Client(address, credentials.createInsecure(), { ...options, 'grpc.use_local_subchannel_pool': 1 });
      return large;
    },
    // Streams outlast the keepalive interval, and have their own pings.
    get streams() {
      const own = { ...unwatched, 'grpc.use_local_subchannel_pool': 1 };
      return (streams ??= new Client(address, credentials.createInsecure(), own));
    },
    leaveStreams() {
      streams?.close();
      streams = undefined;
    },
    methods,
    close() {
      client.close();
      streams?.close();
      large?.close();
    },
  };
}

function serviceConfig(methods: MethodTable): object {
  const readOnly = Object.entries(methods)
    .filter(([, rule]) => rule.readOnly)
    .map(([path]) => {
      const [, service, method] = path.split('/');
      return { service, method };
    });
  return {
    loadBalancingConfig: [{ [ROUND_ROBIN_OF_ANSWERING]: {} }],
    // Each failure takes a token and each success returns a tenth; below half, nothing is repeated (gRFC A6). So calls to a dead replica are
    // repeated, while a struggling service gets at most a tenth more load.
    retryThrottling: { maxTokens: 100, tokenRatio: 0.1 },
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
