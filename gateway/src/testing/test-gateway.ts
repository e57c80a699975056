import type { AgentGrant, SignedInPrincipal, UserPrincipal } from '@svc/chassis/calls/principal';
import type { DependencyName } from '@svc/chassis/dependencies/dependency-health';
import { GrpcServer } from '@svc/chassis/grpc/server';
import type { Log } from '@svc/chassis/logging/log';
import { fakeMethods } from '@svc/chassis/testing/fake-methods';
import { listenLocally } from '@svc/chassis/testing/local-listener';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestIssuer, stubHandlers, type Stubs } from '@svc/chassis/testing/stub-server';
import { type TestAgent, testAgent, testUser } from '@svc/chassis/testing/test-service';
import { createCatalog } from '@svc/operations/registry/catalog';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { CLIENTS, createClients } from '@svc/operations/run/clients';
import type { AuthenticateRequest } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { openConnections } from '@svc/topology/connections';
import { type Call, callsOf, recordOf } from '@svc/topology/processes';
import type { Express } from 'express';
import { createApp } from '../app.js';
import { createReadiness, servicesByNeed } from '../health/readiness.js';
import { createIdentityAuthenticator } from '../sessions/authenticator.js';
import { createSessionLimit } from '../sessions/session-limit.js';
import { createBridgeLimits } from '../surfaces/agent-bridge/bridge-limits.js';
import type { ToolCall } from '../surfaces/agent-bridge/tool-call-recorder.js';
import { type BotKeySettings, readBotKeys } from '../surfaces/documents/bot-keys.js';
import { readAppFiles } from '../web/app-files.js';

/** Handlers of services behind the gateway that a test needs. */
export type StubHandlers = { [Name in keyof typeof CLIENTS]?: Stubs<(typeof CLIENTS)[Name]['definition']> };

export interface TestGateway {
  /** The gateway's address. */
  readonly app: Express;
  readonly url: string;
  /** A session token of the user. */
  signIn(user?: Partial<SignedInPrincipal>): { token: string; user: SignedInPrincipal };
  /** An agent's token with these scopes. */
  connectAgent(scopes: readonly string[], agent?: Partial<AgentGrant>): { token: string; agent: TestAgent };
  /** Asserts the caller to the services, as identity does. */
  assertionOf(caller: UserPrincipal): Promise<string>;
  /** Lets adapters act for the user. */
  actFor(adapter: TestAgent): void;
  /** Ends a session, or an agent's connection. */
  signOut(token: string): void;
  /** Recorded calls of agents. */
  readonly records: readonly ToolCall[];
  /** Number of lookups in identity, and of the credentials in them. */
  readonly asked: { calls: number; credentials: number };
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Result of a service's health check for a dependency. */
  tellDependency(service: Call<'gateway'>, name: DependencyName, isUp: boolean): void;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly handlers?: StubHandlers;
  readonly appOrigin?: string;
  readonly trustedProxies?: readonly string[];
  readonly docsUrl?: string;
  readonly publicPagesDir?: string;
  readonly botKeys?: Partial<BotKeySettings>;
  readonly authReuseMs?: number;
  readonly memoryDatabaseRequired?: boolean;
  readonly approvesNonDeleteWrites?: boolean;
  readonly agentCallsPerMinute?: number;
  readonly agentWritesPerMinute?: number;
  /** Unlimited when unset. */
  readonly sessionCallsPerMinute?: number;
  /** Whether memories have their own database. */
  readonly hasOwnMemoryDatabase?: boolean;
  /** Maximum bytes of any body; the product's default when unset. */
  readonly bodyBytesMax?: number;
  /** Receives the request log; discarded when unset. */
  readonly log?: Log;
  /** Address of the shortener's internal listener; when unset, no server listens. */
  readonly shortenerHttpAddress?: string;
}

const NO_BOT_KEYS: BotKeySettings = {
  publicJwk: undefined,
  publicJwks: undefined,
  privateKeyPem: undefined,
  privateKeyBase64: undefined,
};

/** An address without a server. */
const NOT_LISTENING = '127.0.0.1:1';

/** The gateway's application over fake gRPC servers of the services. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const callers = new Map<string, UserPrincipal>();
  const records: ToolCall[] = [];
  const asked = { calls: 0, credentials: 0 };
  const issuer = await createTestIssuer();
  // One server for each service, because several may implement the same contract.
  const servers = recordOf(callsOf('gateway'), () => {
    return new GrpcServer({ methods: fakeMethods(METHOD_OPTIONS), verify: issuer.verify, log: silentLog });
  });
  const handlers: StubHandlers = {
    ...options.handlers,
    systemSettings: {
      getPublicSettings: async () => ({ maintenanceMode: false, allowPublicSignup: true, sendsMail: true }),
      ...options.handlers?.systemSettings,
    },
    dealDryRuns: { dryRun: async () => ({ supported: true }), ...options.handlers?.dealDryRuns },
    shortLinkDryRuns: { dryRun: async () => ({ supported: true }), ...options.handlers?.shortLinkDryRuns },
    memoryDatabase: {
      getConfigurationVersion: async () => {
        return { version: '0001_memories.sql', hasOwnDatabase: options.hasOwnMemoryDatabase === true };
      },
      ...options.handlers?.memoryDatabase,
    },
    authentication: {
      ...options.handlers?.authentication,
      authenticate: async ({ credentials, audiences }) => {
        asked.calls += 1;
        asked.credentials += credentials.length;
        const results = credentials.map(async ({ credential }) => {
          const caller = callers.get(keyOf(credential));
          if (!caller) return { principal: null };
          const assertion = await issuer.sign(caller);
          return { principal: toAnswer(caller, Object.fromEntries(audiences.map((service) => [service, assertion]))) };
        });
        return { results: await Promise.all(results) };
      },
    },
  };
  for (const [name, { service, definition }] of Object.entries(CLIENTS)) {
    servers[service].add(definition, stubHandlers(definition, handlers[name as keyof StubHandlers]));
  }
  const start = async (name: Call<'gateway'>) => {
    servers[name].setServing(true);
    return [name, `127.0.0.1:${await servers[name].listen('127.0.0.1:0')}`] as const;
  };
  const addresses = Object.fromEntries(await Promise.all(callsOf('gateway').map(start)));
  const { connections, close } = openConnections('gateway', addresses as Record<Call<'gateway'>, string>);
  const clients = createClients(connections);
  const app = createApp({
    config: {
      appName: 'Dealbridge',
      appOrigin: options.appOrigin,
      publicOrigin: options.appOrigin,
      approvalOrigin: options.appOrigin,
      shortenerOrigin: 'https://go.example',
      docsUrl: options.docsUrl,
      publicPagesDir: options.publicPagesDir,
      agentKitUrl: undefined,
      authReuseMs: options.authReuseMs ?? 0,
      trustedProxies: options.trustedProxies ?? [],
      bodyBytesMax: options.bodyBytesMax ?? 67_108_864,
      internalHttp: { screenshot: NOT_LISTENING, shortener: options.shortenerHttpAddress ?? NOT_LISTENING },
    },
    version: '1.2.3',
    botKeys: readBotKeys({ ...NO_BOT_KEYS, ...options.botKeys }, silentLog),
    appFiles: readAppFiles('Dealbridge'),
    clients,
    agentLimits: createBridgeLimits({
      callsPerMinute: options.agentCallsPerMinute ?? 1_000,
      writesPerMinute: options.agentWritesPerMinute ?? 1_000,
      redisUrl: undefined,
      log: silentLog,
    }),
    sessionLimit: createSessionLimit({
      callsPerMinute: options.sessionCallsPerMinute ?? 0,
      redisUrl: undefined,
      log: silentLog,
    }),
    catalog: createCatalog(OPERATIONS, { approvesNonDeleteWrites: options.approvesNonDeleteWrites ?? true }),
    recorder: { record: (call) => void records.push(call), stop: async () => undefined },
    authenticate: createIdentityAuthenticator(clients.authentication, options.authReuseMs ?? 0),
    checkReadiness: createReadiness({
      ...servicesByNeed(connections),
      memoryDatabase: clients.memoryDatabase,
      memoryDatabaseRequired: options.memoryDatabaseRequired ?? false,
    }),
    log: options.log ?? silentLog,
  });
  const http = await listenLocally(app);
  const { url } = http;

  return {
    app,
    url,
    asked,
    tellDependency: (service, name, isUp) => servers[service].setServing(isUp, name),
    signIn(overrides) {
      const user = testUser(overrides);
      const token = Buffer.from(user.sessionId).toString('base64url');
      callers.set(token, user);
      return { token, user };
    },
    connectAgent(scopes, grant = {}) {
      const connected = testAgent({}, scopes);
      const agent = { ...connected, agent: { ...connected.agent, ...grant } } as TestAgent;
      const token = `svc_at_${Buffer.from(connected.agent.requestId).toString('base64url')}`;
      callers.set(token, agent);
      return { token, agent };
    },
    assertionOf: (caller) => issuer.sign(caller),
    actFor: (adapter) => void callers.set(adapter.userId, adapter),
    signOut: (token) => void callers.delete(token),
    records,
    fetch: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    async stop() {
      await http.close();
      close();
      await Promise.all(Object.values(servers).map((server) => server.stop()));
    },
  };
}

type Credential = AuthenticateRequest['credentials'][number]['credential'];

/** A token, or for an adapter its user: the tests' adapters all know the secret. */
function keyOf(credential: Credential): string {
  if (credential?.$case === 'adapter') return credential.value.actingUserId;
  const token = credential?.value ?? '';
  return credential?.$case === 'sessionToken' && token.startsWith('svc_at_') ? '' : token;
}

function toAnswer(caller: UserPrincipal, assertions: Record<string, string>) {
  const { userId, role } = caller;
  const common = { assertion: '', assertions, userId, role };
  if (caller.kind === 'user') return { ...common, sessionId: caller.sessionId, signedInAt: new Date() };
  const agent = { ...caller.agent, scopes: [...caller.agent.scopes] };
  return { ...common, sessionId: '', signedInAt: null, agent };
}

/** A deal as the deal service returns it. */
export function testDeal(overrides: object = {}) {
  return {
    id: '01900000-0000-7000-8000-000000000001',
    ownerId: '01900000-0000-7000-8000-000000000002',
    name: 'Spring launch',
    brand: null,
    status: 'active',
    promoCode: 'SAVE20',
    promoLink: null,
    price: 1200.5,
    currency: 'USD',
    viewsTarget: null,
    platform: null,
    postDate: null,
    contactName: null,
    contactId: null,
    influencerId: null,
    notes: null,
    tags: [],
    viewCheckDays: [1, 7, 30],
    videoCount: 0,
    totalViews: 0,
    nextDueDate: null,
    pace: null,
    createdAt: new Date('2026-05-01T10:00:00.000Z'),
    updatedAt: new Date('2026-05-01T10:00:00.000Z'),
    version: 3,
    access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] },
    ...overrides,
  };
}
