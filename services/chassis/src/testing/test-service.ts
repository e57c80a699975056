import { v7 as newId } from 'uuid';
import { type CallContext, runInCall } from '../calls/call-context.js';
import type { AgentGrant, AgentPrincipal, Principal, SignedInPrincipal } from '../calls/principal.js';
import { createClient, type PromiseClient } from '../grpc/client.js';
import { type Connection, openConnection } from '../grpc/connection.js';
import { isStream, listMethods, type MethodTable } from '../grpc/methods.js';
import { GrpcServer } from '../grpc/server.js';
import { createWrite, type Write } from '../grpc/write.js';
import type { WriteTarget } from '../idempotency/run-write.js';
import { Outbox } from '../outbox/outbox.js';
import { createPool, type Pool } from '../postgres/pool.js';
import type { ReferencesOf } from '../tool-calls/references.js';
import type { ToolCallReport } from '../tool-calls/report-tool-call.js';
import { silentLog } from './service-database.js';
import { createTestIssuer, type TestIssuer } from './stub-server.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

/** Long enough for a busy machine; tests of timeouts set their own. */
const DEADLINE_MS = 60_000;
const DATABASE_MS = { statementTimeoutMs: 60_000, connectTimeoutMs: 30_000 };

/** A service under test: its real gRPC server with its own database, and clients that act as a test's principals. */
export interface TestService {
  readonly pool: Pool;
  readonly server: GrpcServer;
  /** Connection string of an administrator who may read and write every schema. */
  readonly adminUrl: string;
  /** The server's `host:port`. */
  readonly address: string;
  /** A client whose calls carry the principal's assertion and the given call context. */
  as<Definition extends object>(
    principal: Principal | undefined,
    definition: Definition,
    call?: Partial<
      Pick<CallContext, 'agent' | 'deadline' | 'idempotencyKey' | 'operation' | 'requestId' | 'signal' | 'tier'>
    >,
  ): PromiseClient<Definition>;
  stop(): Promise<void>;
}

export interface TestServiceOptions {
  /** Name of the service, whose role and schema are used. */
  readonly name: string;
  readonly methods: MethodTable;
  /** Derives the references in records of agents' writes; null when none are written. */
  readonly toolCalls: ReferencesOf | null;
  /** A database that the test itself drops, so that the service can be restarted on it; a new one when unset. */
  readonly database?: TestDatabase | undefined;
  /** Maximum connections to the database; 10 when unset. */
  readonly poolMax?: number | undefined;
  /** Signs and verifies assertions; a new issuer when unset. */
  readonly issuer?: TestIssuer;
  /** Adds the gRPC services under test. */
  readonly addServices: (server: GrpcServer, target: WriteTarget, write: Write) => void;
}

/** Starts the service on a free port with a copy of the template database, unless a database is given. */
export async function startTestService(options: TestServiceOptions): Promise<TestService> {
  const { name, methods, poolMax = 10 } = options;
  const database = options.database ?? (await createTestDatabase());
  const pool = createPool({
    connectionString: database.url(name),
    max: poolMax,
    applicationName: name,
    log: silentLog,
    ...DATABASE_MS,
  });
  const issuer = options.issuer ?? (await createTestIssuer());
  const server = new GrpcServer({ methods, verify: issuer.verify, log: silentLog });
  const target = { pool, toolCalls: options.toolCalls && testReport(pool, options.toolCalls) };
  options.addServices(server, target, createWrite(target, methods));
  const address = `127.0.0.1:${await server.listen('127.0.0.1:0')}`;
  const connection = openConnection(name, address, methods);

  return {
    pool,
    server,
    adminUrl: database.adminUrl,
    address,
    as: (principal, definition, call) => clientAs(connection, issuer, principal, definition, call ?? {}),
    async stop() {
      connection.close();
      await server.stop();
      await pool.end();
      if (!options.database) await database.drop();
    },
  };
}

/** Reports agents' calls to an outbox that sends nothing. */
export function testReport(pool: Pool, referencesOf: ReferencesOf): ToolCallReport {
  return { referencesOf, outbox: new Outbox(pool, { deliver: async () => undefined }) };
}

function clientAs<Definition extends object>(
  connection: Connection,
  issuer: TestIssuer,
  principal: Principal | undefined,
  definition: Definition,
  call: Partial<CallContext>,
): PromiseClient<Definition> {
  const client = createClient(definition, connection) as Record<string, (request: unknown) => unknown>;
  const inCall = async <Result>(work: () => Result): Promise<Awaited<Result>> => {
    const assertion = principal && (await issuer.sign(principal));
    const context: CallContext = {
      requestId: newId(),
      deadline: Date.now() + DEADLINE_MS,
      signal: new AbortController().signal,
      ...(assertion === undefined ? {} : { assertion }),
      ...call,
    };
    return await runInCall(context, work);
  };
  const methods = listMethods(definition).map(([name, method]) => {
    const send = (request: unknown) => inCall(() => client[name]?.(request));
    if (!isStream(method)) return [name, send];
    return [
      name,
      async function* (request: unknown): AsyncIterable<unknown> {
        yield* (await send(request)) as AsyncIterable<unknown>;
      },
    ];
  });
  return Object.fromEntries(methods) as PromiseClient<Definition>;
}

/** A user for tests: with fresh ids, in UTC, in no team. */
export function testUser(overrides: Partial<SignedInPrincipal> = {}): SignedInPrincipal {
  return { kind: 'user', role: 'user', sessionId: newId(), ...testPerson(), ...overrides };
}

/** An agent with a connection. */
export interface TestAgent extends AgentPrincipal {
  readonly agent: AgentGrant & { readonly requestId: string; readonly clientId: string };
}

/** An agent for tests, with its own user unless one is given. */
export function testAgent(overrides: Partial<TestAgent> = {}, scopes: readonly string[] = []): TestAgent {
  const said = { actorId: null, channel: null };
  const agent = { requestId: newId(), clientId: newId(), family: 'bridge' as const, scopes, ...said };
  return { kind: 'agent', role: 'user', agent, ...testPerson(), ...overrides };
}

function testPerson() {
  return {
    userId: newId(),
    name: 'Test User',
    teams: [],
    preferences: { timeZone: 'UTC', locale: 'en', currency: 'USD', viewCheckDays: [1, 7, 30] },
  };
}
