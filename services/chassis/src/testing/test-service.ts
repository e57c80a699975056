import { generateKeyPair, exportJWK, type CryptoKey } from 'jose';
import { v7 as newId } from 'uuid';
import { signAssertion } from '../assertions/sign-assertion.js';
import { createAssertionVerifier } from '../assertions/verify-assertion.js';
import { runInCall, type CallContext } from '../call-context.js';
import { createClient, openConnection, type Connection, type PromiseClient } from '../grpc/client.js';
import type { MethodTable } from '../grpc/methods.js';
import { GrpcServer } from '../grpc/server.js';
import { createPool, type Pool } from '../postgres/pool.js';
import type { AgentPrincipal, Principal, SignedInPrincipal } from '../principal.js';
import { silentLog } from './service-database.js';
import { createTestDatabase } from './test-database.js';

const KID = 'test-key';
const DEADLINE_MS = 20_000;

/** A service under test: its real gRPC server over a database of its own, and clients that act as whoever a test names. */
export interface TestService {
  readonly pool: Pool;
  readonly server: GrpcServer;
  /** Of an administrator who may read and write every schema. */
  readonly adminUrl: string;
  /** `host:port` that the server listens on. */
  readonly address: string;
  /** A client whose calls carry the principal's assertion, and what else of a call is given. */
  as<Definition extends object>(
    principal: Principal | undefined,
    definition: Definition,
    call?: Partial<Pick<CallContext, 'idempotencyKey' | 'operation' | 'requestId' | 'tier'>>,
  ): PromiseClient<Definition>;
  stop(): Promise<void>;
}

export interface TestServiceOptions {
  /** Name of the service, whose role and schema are used. */
  readonly name: string;
  readonly methods: MethodTable;
  /** Adds the gRPC services under test. */
  readonly addServices: (server: GrpcServer, pool: Pool) => void;
}

/** Starts the service on a free port over a copy of the template database. */
export async function startTestService({ name, methods, addServices }: TestServiceOptions): Promise<TestService> {
  const database = await createTestDatabase();
  const pool = createPool({ connectionString: database.url(name), max: 10, applicationName: name, log: silentLog });
  const keys = await generateKeyPair('Ed25519', { extractable: true });
  const publicJwk = JSON.stringify({ ...(await exportJWK(keys.publicKey)), kid: KID, alg: 'EdDSA' });
  const server = new GrpcServer({ methods, verify: createAssertionVerifier(async () => [publicJwk]), log: silentLog });
  addServices(server, pool);
  const address = `127.0.0.1:${await server.listen('127.0.0.1:0')}`;
  const connection = openConnection(name, address, methods);

  return {
    pool,
    server,
    adminUrl: database.adminUrl,
    address,
    as: (principal, definition, call) => clientAs(connection, keys.privateKey, principal, definition, call ?? {}),
    async stop() {
      connection.close();
      await server.stop();
      await pool.end();
      await database.drop();
    },
  };
}

function clientAs<Definition extends object>(
  connection: Connection,
  privateKey: CryptoKey,
  principal: Principal | undefined,
  definition: Definition,
  call: Partial<CallContext>,
): PromiseClient<Definition> {
  const client = createClient(definition, connection);
  const invoke = async (method: (request: unknown) => Promise<unknown>, request: unknown): Promise<unknown> => {
    const assertion = principal && (await signAssertion(principal, { kid: KID, privateKey }));
    const context: CallContext = {
      requestId: newId(),
      deadline: Date.now() + DEADLINE_MS,
      signal: new AbortController().signal,
      ...(assertion === undefined ? {} : { assertion }),
      ...call,
    };
    return runInCall(context, () => method(request));
  };
  const methods = Object.entries(client as Record<string, (request: unknown) => Promise<unknown>>);
  return Object.fromEntries(
    methods.map(([name, method]) => [name, (request: unknown) => invoke(method, request)]),
  ) as unknown as PromiseClient<Definition>;
}

/** A user for tests: with fresh ids, in UTC, in no team. */
export function testUser(overrides: Partial<SignedInPrincipal> = {}): SignedInPrincipal {
  return { kind: 'user', role: 'user', sessionId: newId(), ...testPerson(), ...overrides };
}

/** An agent for tests, which acts for a user of its own unless one is given. */
export function testAgent(overrides: Partial<AgentPrincipal> = {}): AgentPrincipal {
  const agent = { requestId: newId(), clientId: newId(), scopes: [] };
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
