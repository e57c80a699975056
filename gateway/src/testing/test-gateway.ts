import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAssertionVerifier } from '@svc/chassis/assertions/verify-assertion';
import { signAssertion } from '@svc/chassis/assertions/sign-assertion';
import { GrpcServer, type ServiceHandlers } from '@svc/chassis/grpc/server';
import type { SignedInPrincipal } from '@svc/chassis/principal';
import { testUser } from '@svc/chassis/testing/test-service';
import { silentLog } from '@svc/chassis/testing/service-database';
import { BulkImportServiceService } from '@svc/proto/deal/v1/bulk_import_service';
import { DealServiceService } from '@svc/proto/deal/v1/deal_service';
import { SuggestionServiceService } from '@svc/proto/deal/v1/suggestion_service';
import { MessageTemplateServiceService } from '@svc/proto/deal/v1/template_service';
import { TaskServiceService } from '@svc/proto/deal/v1/task_service';
import { VideoServiceService } from '@svc/proto/deal/v1/video_service';
import { AccountServiceService } from '@svc/proto/identity/v1/account_service';
import { AgentAuthorizationServiceService } from '@svc/proto/identity/v1/agent_authorization_service';
import { AuthenticationServiceService } from '@svc/proto/identity/v1/authentication_service';
import { SystemSettingsServiceService } from '@svc/proto/identity/v1/settings_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { DueViewServiceService } from '@svc/proto/viewcheck/v1/due_view_service';
import { ViewLogServiceService } from '@svc/proto/viewcheck/v1/view_log_service';
import { exportJWK, generateKeyPair } from 'jose';
import { createApp } from '../app.js';
import { createReadiness, servicesByNeed } from '../health/readiness.js';
import { openServices } from '../services.js';
import { createIdentityAuthenticator } from '../sessions/authenticator.js';

type Stubs<Definition> = {
  -readonly [Method in keyof ServiceHandlers<Definition>]?: ServiceHandlers<Definition>[Method];
};

/** Handlers of the services behind the gateway, as far as a test needs them. */
export interface StubHandlers {
  accounts?: Stubs<typeof AccountServiceService>;
  agentAuthorizations?: Stubs<typeof AgentAuthorizationServiceService>;
  authentication?: Stubs<typeof AuthenticationServiceService>;
  systemSettings?: Stubs<typeof SystemSettingsServiceService>;
  deals?: Stubs<typeof DealServiceService>;
  bulkImport?: Stubs<typeof BulkImportServiceService>;
  suggestions?: Stubs<typeof SuggestionServiceService>;
  messageTemplates?: Stubs<typeof MessageTemplateServiceService>;
  tasks?: Stubs<typeof TaskServiceService>;
  dueViews?: Stubs<typeof DueViewServiceService>;
  videos?: Stubs<typeof VideoServiceService>;
  viewLogs?: Stubs<typeof ViewLogServiceService>;
}

export interface TestGateway {
  readonly url: string;
  /** A session token that opens the gateway for the user. */
  signIn(user?: Partial<SignedInPrincipal>): { token: string; user: SignedInPrincipal };
  /** Ends a session. */
  signOut(token: string): void;
  /** How often identity was asked, and about how many credentials in all. */
  readonly asked: { calls: number; credentials: number };
  fetch(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export interface TestGatewayOptions {
  readonly handlers?: StubHandlers;
  readonly appOrigin?: string;
  readonly authReuseMs?: number;
  readonly memoryDatabaseRequired?: boolean;
  /** Stands for the shortener's internal listener; nobody when unset. */
  readonly shortenerHttpAddress?: string;
}

/** The gateway's application over one gRPC server that stands for all services. */
export async function startTestGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  const sessions = new Map<string, SignedInPrincipal>();
  const asked = { calls: 0, credentials: 0 };
  const keys = await generateKeyPair('Ed25519', { extractable: true });
  const jwk = JSON.stringify({ ...(await exportJWK(keys.publicKey)), kid: 'k', alg: 'EdDSA' });
  const server = new GrpcServer({
    methods: METHOD_OPTIONS,
    verify: createAssertionVerifier(async () => [jwk]),
    log: silentLog,
  });
  const { handlers = {} } = options;
  server.add(AuthenticationServiceService, {
    ...handlersOf(AuthenticationServiceService, handlers.authentication),
    authenticate: async ({ credentials }) => {
      asked.calls += 1;
      asked.credentials += credentials.length;
      const results = credentials.map(async ({ credential }) => {
        const user = sessions.get(credential?.value ?? '');
        if (!user) return { principal: null };
        const assertion = await signAssertion(user, { kid: 'k', privateKey: keys.privateKey });
        const { userId, role, sessionId } = user;
        return { principal: { assertion, userId, role, sessionId, signedInAt: new Date() } };
      });
      return { results: await Promise.all(results) };
    },
  });
  server.add(SystemSettingsServiceService, {
    ...handlersOf(SystemSettingsServiceService, {
      getPublicSettings: async () => ({ maintenanceMode: false, allowPublicSignup: true }),
      ...handlers.systemSettings,
    }),
  });
  server.add(AccountServiceService, handlersOf(AccountServiceService, handlers.accounts));
  server.add(
    AgentAuthorizationServiceService,
    handlersOf(AgentAuthorizationServiceService, handlers.agentAuthorizations),
  );
  server.add(DealServiceService, handlersOf(DealServiceService, handlers.deals));
  server.add(BulkImportServiceService, handlersOf(BulkImportServiceService, handlers.bulkImport));
  server.add(SuggestionServiceService, handlersOf(SuggestionServiceService, handlers.suggestions));
  server.add(MessageTemplateServiceService, handlersOf(MessageTemplateServiceService, handlers.messageTemplates));
  server.add(TaskServiceService, handlersOf(TaskServiceService, handlers.tasks));
  server.add(DueViewServiceService, handlersOf(DueViewServiceService, handlers.dueViews));
  server.add(VideoServiceService, handlersOf(VideoServiceService, handlers.videos));
  server.add(ViewLogServiceService, handlersOf(ViewLogServiceService, handlers.viewLogs));
  server.setServing(true);
  const address = `127.0.0.1:${await server.listen('127.0.0.1:0')}`;

  const services = openServices({ identity: address, deal: address, viewcheck: address, shortener: address });
  const app = createApp({
    config: {
      appName: 'Dealbridge',
      appOrigin: options.appOrigin,
      trustedProxies: [],
      shortenerHttpAddress: options.shortenerHttpAddress ?? '127.0.0.1:1',
    },
    version: '1.2.3',
    clients: services.clients,
    authenticate: createIdentityAuthenticator(services.authentication, options.authReuseMs ?? 0),
    checkReadiness: createReadiness({
      ...servicesByNeed(services.connections),
      memoryDatabaseRequired: options.memoryDatabaseRequired ?? false,
    }),
    log: silentLog,
  });
  const http = createServer(app);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  return {
    url,
    asked,
    signIn(overrides) {
      const user = testUser(overrides);
      const token = Buffer.from(user.sessionId).toString('base64url');
      sessions.set(token, user);
      return { token, user };
    },
    signOut: (token) => void sessions.delete(token),
    fetch: (path, init) => fetch(`${url}${path}`, { redirect: 'manual', ...init }),
    async stop() {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
      services.close();
      await server.stop();
    },
  };
}

/** Those that a test gave; the others fail as a bug would. */
function handlersOf<Definition extends object>(
  definition: Definition,
  given: Stubs<Definition> = {},
): ServiceHandlers<Definition> {
  const missing = Object.keys(definition).map((name) => [
    name,
    async () => {
      throw new Error(`The test has no handler for ${name}.`);
    },
  ]);
  return { ...Object.fromEntries(missing), ...given } as ServiceHandlers<Definition>;
}

/** A deal as the deal service answers it. */
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
    createdAt: new Date('2026-05-01T10:00:00.000Z'),
    updatedAt: new Date('2026-05-01T10:00:00.000Z'),
    version: 3,
    access: { role: 'owner', teamIds: [], canEdit: true, canEditViews: true, redacted: [] },
    ...overrides,
  };
}
