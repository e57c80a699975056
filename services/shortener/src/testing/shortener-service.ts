import type { AgentPrincipal, Principal, SignedInPrincipal } from '@svc/chassis/calls/principal';
import { serviceUrl } from '@svc/chassis/postgres/migrations/bootstrap';
import { createPool, type Pool } from '@svc/chassis/postgres/pool';
import { createStopSteps } from '@svc/chassis/process/process';
import { silentLog } from '@svc/chassis/testing/service-database';
import {
  startTestService,
  type TestAgent,
  testAgent,
  testReport,
  type TestService,
} from '@svc/chassis/testing/test-service';
import { createImageIntake } from '@svc/images/intake/image-intake';
import { openObjectStore } from '@svc/objects/store/open-object-store';
import { testFolderOptions } from '@svc/objects/testing/test-object-store';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { ShortLinkService } from '@svc/proto/shortener/v1/short_link_service';
import { readSettings } from '@svc/topology/environment';
import { readConfig } from '../config.js';
import { openHosts as listen, openLinkCache, REDIRECT_POOL } from '../hosts.js';
import { addServices } from '../server.js';
import { createHostLimits } from '../surfaces/calls/host-limits.js';
import { FAMILY } from '../surfaces/routes/family.js';
import { linkReferences } from '../tool-call-references.js';
import { createFakeShares, type FakeShares } from './fake-shares.js';
import { environmentOf, type HostOptions } from './host-environment.js';
import { type IdentityStub, startIdentityStub } from './identity-stub.js';

/** Origin of the short links, and of the main host, in these tests. */
export const ORIGIN = 'https://go.dealbridge.example';
export const BASE_URL = 'https://app.dealbridge.example';
export const API = FAMILY.api;

const OWN_HOSTS = new Set([ORIGIN, BASE_URL].map((origin) => new URL(origin).hostname));
const ADDRESSES = { origin: ORIGIN };

export interface HostRequest {
  /** A guest when unset. Agents use a token at the public listener, users the gateway. */
  readonly as?: AgentPrincipal | SignedInPrincipal | undefined;
  /** Sent as JSON, or unchanged when it is text, bytes or a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Client address; a new one when unset. */
  readonly address?: string;
  readonly through?: 'public' | 'internal';
}

export interface HostAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** JSON of the body; empty when there was none. */
  readonly body: HostBody;
}

/** Response fields that tests use. */
interface HostBody {
  readonly shortId: string;
  readonly claimToken: string;
  readonly version: number;
  readonly error: { readonly code: string; readonly message: string };
  readonly items: readonly { readonly shortId: string }[];
}

/** A replica of the hosts: both listeners with their own pool and cache. */
export interface TestHosts {
  readonly publicUrl: string;
  readonly internalUrl: string;
  readonly pool: Pool;
  /** Pool of redirects, to count their statements. */
  readonly redirectPool: Pool;
  /** Opens an address of the public listener as a browser would, without following redirects. */
  readonly open: (path: string, init?: RequestInit) => Promise<Response>;
  /** Calls the API; `path` is below `/api/shortener/v1`. */
  call(method: string, path: string, request?: HostRequest): Promise<HostAnswer>;
  /** Headers that identify a caller to a listener. */
  headersOf(request: Pick<HostRequest, 'as' | 'address' | 'through'>): Promise<Record<string, string>>;
  readonly stop: () => Promise<void>;
}

export interface ShortenerService extends TestService {
  readonly identity: IdentityStub;
  /** The fake deal's answers about viewing passes. */
  readonly passes: FakeShares['passes'];
  /** Connection string of the service's own role. */
  readonly databaseUrl: string;
  links(principal: Principal | undefined, call?: Parameters<TestService['as']>[2]): ReturnType<typeof clientOf>;
  /** Another replica; it stops with the service unless it is stopped before. */
  openHosts(options?: HostOptions): Promise<TestHosts>;
}

/** The shortener's gRPC services with their own database and a fake identity. */
export async function startShortener(): Promise<ShortenerService> {
  const limits = createHostLimits(undefined, silentLog);
  const { passes, shares } = createFakeShares();
  const service = await startTestService({
    name: 'shortener',
    methods: METHOD_OPTIONS,
    toolCalls: linkReferences,
    // Hosts run in other processes than the one that writes, so each is notified of changes separately.
    addServices: (server, { pool }, write) =>
      addServices(server, {
        pool,
        write,
        addresses: ADDRESSES,
        photoBytesMax: 1_000_000,
        ownHosts: OWN_HOSTS,
        shares,
        forget: () => undefined,
        spendOnLink: (userId) => limits.spendOnLinkOf(userId),
      }),
  });
  const identity = await startIdentityStub();
  const password = process.env.TEST_SERVICE_PASSWORD ?? '';
  const databaseUrl = serviceUrl(service.adminUrl, { name: 'shortener', password });
  const opened = new Set<TestHosts>();
  return {
    ...service,
    identity,
    passes,
    databaseUrl,
    links: (principal, call) => clientOf(service, principal, call),
    async openHosts(options = {}) {
      const hosts = await openTestHosts(identity, { databaseUrl, ...options });
      opened.add(hosts);
      const stop = async (): Promise<void> => {
        if (opened.delete(hosts)) await hosts.stop();
      };
      return { ...hosts, stop };
    },
    async stop() {
      await Promise.all([...opened].map((hosts) => hosts.stop()));
      await identity.stop();
      await service.stop();
    },
  };
}

function clientOf(service: TestService, principal: Principal | undefined, call?: Parameters<TestService['as']>[2]) {
  return service.as(principal, ShortLinkService, call);
}

async function openTestHosts(
  identity: IdentityStub,
  options: HostOptions & { readonly databaseUrl: string },
): Promise<TestHosts> {
  const { onStop, run: runStopSteps } = createStopSteps(silentLog);
  const { databaseUrl, objects: store = testFolderOptions() } = options;
  const environment = environmentOf(
    { ...options, databaseUrl: options.changesUrl ?? databaseUrl },
    { origin: ORIGIN, baseUrl: BASE_URL },
  );
  const config = readConfig(readSettings('shortener', environment));
  const pool = createPool({ connectionString: databaseUrl, max: 5, applicationName: 'hosts', log: silentLog });
  onStop(() => pool.end());
  const objects = await openObjectStore(store, silentLog);
  onStop(() => objects.close());
  const images = createImageIntake({ store: objects, limits: config.images, log: silentLog });
  onStop(() => images.close());
  const { authentication, authorizations, verify, asGranted, settings } = identity;
  const { name: applicationName, ...redirecting } = REDIRECT_POOL;
  const redirectPool = createPool({ connectionString: databaseUrl, applicationName, log: silentLog, ...redirecting });
  onStop(() => redirectPool.end());
  const cache = openLinkCache({ config, redirectPool, log: silentLog, onStop });
  const limits = createHostLimits(config.redisUrl, silentLog);
  onStop(() => limits.close());
  const { publicPort, internalPort } = await listen({
    config,
    limits,
    pool,
    toolCalls: testReport(pool, linkReferences),
    redirectPool,
    cache,
    verify,
    asGranted,
    settings,
    authentication,
    authorizations,
    objects,
    images,
    ownHosts: OWN_HOSTS,
    version: '1.2.3',
    log: silentLog,
    onStop,
  });
  const urls = { public: `http://127.0.0.1:${publicPort}`, internal: `http://127.0.0.1:${internalPort}` };
  const headersOf = createHeaders(identity);
  return {
    publicUrl: urls.public,
    internalUrl: urls.internal,
    pool,
    redirectPool,
    open: (path, init) => fetch(urls.public + path, { redirect: 'manual', ...init }),
    headersOf,
    async call(method, path, request = {}) {
      const { body, headers = {} } = request;
      const plain = plainBody(body);
      const init = {
        method,
        redirect: 'manual' as const,
        headers: {
          ...(plain === undefined ? { 'content-type': 'application/json' } : {}),
          ...(await headersOf(request)),
          ...headers,
        },
        body: plain === undefined ? JSON.stringify(body) : plain,
      };
      const response = await fetch(urls[listenerOf(request)] + API + path, init);
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true && text !== '';
      const parsed = (isJson ? JSON.parse(text) : {}) as HostBody;
      return { status: response.status, headers: response.headers, body: parsed };
    },
    stop: () => runStopSteps(STOP_GRACE_MS),
  };
}

/** Enough for requests in flight, but not for clients that keep idle connections open. */
const STOP_GRACE_MS = 150;

/** Bodies sent unchanged; undefined for those sent as JSON. */
function plainBody(body: unknown): string | FormData | Uint8Array<ArrayBuffer> | null | undefined {
  if (body === undefined) return null;
  if (body instanceof Uint8Array) return new Uint8Array(body);
  return typeof body === 'string' || body instanceof FormData ? body : undefined;
}

function listenerOf({ as, through }: Pick<HostRequest, 'as' | 'through'>): 'public' | 'internal' {
  return through ?? (as?.kind === 'user' ? 'internal' : 'public');
}

function createHeaders(identity: IdentityStub): TestHosts['headersOf'] {
  const tokens = new Map<AgentPrincipal, string>();
  return async (request): Promise<Record<string, string>> => {
    const { as, address = freshAddress() } = request;
    if (listenerOf(request) === 'internal') {
      const named = { 'svc-client-address': address };
      return as ? { ...named, 'svc-assertion': await identity.sign(as) } : named;
    }
    if (as?.kind !== 'agent') return { 'x-forwarded-for': address };
    const token = tokens.get(as) ?? identity.giveToken(as);
    tokens.set(as, token);
    return { 'x-forwarded-for': address, authorization: `Bearer ${token}` };
  };
}

/** An IPv6 address in its own /64. */
export function freshAddress(): string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint16Array(2));
  return `2001:db8:${a.toString(16)}:${b.toString(16)}::1`;
}

/** An agent with these scopes, all of this host's when unset, for its own user unless one is given. */
export function agentWith(scopes: readonly string[] = FAMILY.scopes, overrides: Partial<TestAgent> = {}): TestAgent {
  const { agent, ...person } = testAgent(overrides);
  return { ...person, agent: { ...agent, scopes } };
}

/** An unused short id. */
export function freshSlug(): string {
  return `s${crypto.randomUUID().replaceAll('-', '').slice(0, 15)}`;
}

/** The Redis of this test run. */
export function testRedisUrl(): string {
  const url = process.env.TEST_REDIS_URL;
  if (!url) throw new Error('TEST_REDIS_URL is not set. Start the tests with npm test.');
  return url;
}
