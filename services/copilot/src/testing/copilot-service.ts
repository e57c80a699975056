import { randomBytes } from 'node:crypto';
import { type AsGranted, renewGrants } from '@svc/chassis/assertions/renewal';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import type { RateLimit } from '@svc/chassis/limits/rate-limit';
import type { Log } from '@svc/chassis/logging/log';
import type { Deliver } from '@svc/chassis/outbox/delivery';
import type { Batch } from '@svc/chassis/outbox/message';
import { Outbox } from '@svc/chassis/outbox/outbox';
import type { Pool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTestIssuer, type TestIssuer } from '@svc/chassis/testing/stub-server';
import type { TestDatabase } from '@svc/chassis/testing/test-database';
import { startTestService, type TestService, testUser } from '@svc/chassis/testing/test-service';
import { DAY_MS, HOUR_MS } from '@svc/chassis/time/durations';
import { CLIENTS, type Clients } from '@svc/operations/run/clients';
import type { AuditEvent } from '@svc/proto/identity/v1/audit_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { FreePool } from '@svc/topology/free-pool';
import { createTurnApprovals } from '../approvals/turn-approvals.js';
import { createWithdrawalDelivery } from '../approvals/withdraw-approvals.js';
import { SESSION_TIMES, type SessionTimes } from '../mcp/calls/server-session.js';
import { CHECK_TIMES, type CheckTimes } from '../mcp/checks/check-times.js';
import { type MemorySettings, openMemoryEndpoint } from '../mcp/checks/memory-endpoint.js';
import { openMcpServers } from '../mcp/mcp-servers.js';
import { AUDIT_TOPIC, createAuditDelivery } from '../mcp/servers/audit-events.js';
import { createProviderFetch } from '../models/fetch-from-provider.js';
import { listPoolModels } from '../models/pool-models.js';
import { createUserKeyCooldowns } from '../models/user-key-cooldowns.js';
import { createGuardedFetch } from '../outbound/guarded-fetch.js';
import { openRotation } from '../rotation/open-rotation.js';
import { openPoolRoutes } from '../rotation/pool-route.js';
import type { Rotation } from '../rotation/rotation.js';
import { ROTATION_TIMES, type RotationTimes } from '../rotation/rotation-times.js';
import { createSecretBox } from '../sealing/secret-box.js';
import { addServices } from '../server.js';
import { KEY_CHECK_TIMES } from '../settings/check-user-key.js';
import type { OwnProviders } from '../settings/user-key-handlers.js';
import { memoryReferences } from '../tool-call-references.js';
import { openTools } from '../tools/open-tools.js';
import { routeTurns } from '../turns/billing/route-turns.js';
import { createTurnRuns, TURN_TIMES, type TurnRuns, type TurnTimes } from '../turns/turn-runs.js';
import { type ApprovalClient, createApprovalClient } from './approval-client.js';
import { quietTimeZone } from './quiet-time-zone.js';

/** Consent version that copilots under test require. */
export const CONSENT = '2026-01';

export interface CopilotOptions {
  readonly hasOwnMemoryDatabase?: boolean;
  /** Address of its one model, `test|model-a`; none when unset. */
  readonly modelUrl?: string;
  /** Its models; overrides that one. */
  readonly lanes?: readonly TestLane[];
  /** Redis through which several copilots share the state of models and providers; in memory when unset. */
  readonly redisUrl?: string;
  readonly times?: Partial<TurnTimes>;
  readonly rotationTimes?: Partial<RotationTimes>;
  readonly freeLimit?: () => number;
  readonly turnsMax?: number;
  readonly timeZone?: string;
  readonly now?: () => Date;
  readonly consentVersion?: string;
  /** A database that several copilots share; its own when unset. */
  readonly database?: TestDatabase;
  /** Keys that seal what users enter; its own when unset, none when null. */
  readonly encryptionKeys?: readonly [string, ...string[]] | null;
  /** `host:port` of providers that users may enter although they are not public. */
  readonly allowed?: readonly string[];
  /** Resolves names; DNS when unset. */
  readonly lookup?: (name: string) => Promise<readonly string[]>;
  /** Tests of a user's key per minute. */
  readonly keyTests?: Pick<RateLimit, 'countTry'>;
  /** Maximum connections to the database; 10 when unset. */
  readonly poolMax?: number;
  readonly log?: Log;
  /** The memory server from the environment; none when unset. */
  readonly memoryMcp?: MemorySettings;
  readonly checkTimes?: Partial<CheckTimes>;
  readonly sessionTimes?: Partial<SessionTimes>;
  /** Services that tools read. */
  readonly reads?: ToolReads;
  /** Approvals; its own when unset. */
  readonly approvals?: ApprovalClient;
  /** Verifies users of running turns; accepts everyone when unset. */
  readonly beforeStep?: () => Promise<void>;
}

/** Handlers of other services, by the names of their clients; the copilot's own are real. */
export type ToolReads = {
  readonly [Name in keyof Clients]?: {
    readonly [Method in keyof Clients[Name]]?: (request: never) => Promise<unknown>;
  };
};

/** A lane of models, as operators write it. */
export type TestLane = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly baseUrl: string;
  readonly models: readonly (Readonly<Record<string, unknown>> & { readonly id: string })[];
};

export interface CopilotService extends TestService {
  readonly runs: TurnRuns;
  readonly rotation: Rotation;
  /** Events received by the administrators' audit log. */
  readonly audited: readonly AuditEvent[];
  /** Messages that the outbox has tried to deliver. */
  readonly delivered: readonly Batch[];
  /** Advances the clock of its models by a day: past failures no longer count. */
  passDay(): void;
}

/** Long enough to pass midnight in every time zone, even with a DST change. */
const NEXT_DAY_MS = DAY_MS + HOUR_MS;

const MODEL = { id: 'model-a', label: 'Model A', contextTokens: 131_072, supportsTools: true };

/** A copilot with its own database, unless one is given. */
export async function startCopilot(options: CopilotOptions = {}): Promise<CopilotService> {
  const {
    modelUrl,
    freeLimit = () => 25,
    turnsMax = 200,
    timeZone = quietTimeZone(),
    now = () => new Date(),
    consentVersion = CONSENT,
  } = options;
  const lane = { id: 'test', baseUrl: modelUrl ?? '', key: 'main', models: [MODEL] };
  const { lanes = modelUrl === undefined ? [] : [lane] } = options;
  const models = listPoolModels(FreePool.parse(JSON.stringify(lanes)), { main: 'sk-test-key' });
  let aheadMs = 0;
  const started: {
    runs?: TurnRuns;
    rotating?: ReturnType<typeof openRotation>;
    close?: () => Promise<void>;
  } = {};
  const book = options.approvals ?? createApprovalClient();
  const outboxes: Outbox[] = [];
  const audited: AuditEvent[] = [];
  const delivered: Batch[] = [];
  const issuer = await createTestIssuer();
  const service = await startTestService({
    issuer,
    name: 'copilot',
    methods: METHOD_OPTIONS,
    toolCalls: memoryReferences,
    database: options.database,
    poolMax: options.poolMax,
    addServices: (server, { pool }, write) => {
      const { own, mcp, close } = ownProviders(options, pool);
      const times = { ...TURN_TIMES, ...options.times };
      const asGranted = grantAll(issuer, options.beforeStep);
      const clients = testClients(server, options.reads);
      const approvals = createTurnApprovals(book, (work) => work());
      const opened = openTools({ clients, appName: 'Dealbridge', asGranted, approvals, remote: mcp.tools });
      const deliver = deliverTo(book, audited);
      const outbox = new Outbox(pool, {
        deliver: (batch, signal) => {
          delivered.push(batch);
          return deliver(batch, signal);
        },
        pollMs: 20,
      });
      outbox.start();
      outboxes.push(outbox);
      const tools = () => Promise.resolve(models.length > 0 || own.box ? opened : undefined);
      const limits = { freeLimit: () => Promise.resolve(freeLimit()), consentVersion };
      started.close = close;
      const rotationTimes = { ...ROTATION_TIMES, ...options.rotationTimes };
      const rotating = openRotation({
        pool,
        models,
        redisUrl: options.redisUrl,
        log: silentLog,
        times: rotationTimes,
        now: () => Date.now() + aheadMs,
      });
      started.rotating = rotating;
      const openPool = openPoolRoutes(pool, rotating.rotation);
      const cooldowns = createUserKeyCooldowns(rotating.store);
      const openRoute = routeTurns({ pool, openPool, own, cooldowns, times: rotationTimes.model, ...limits });
      const turns = { asGranted, tools, times, turnsMax, consentVersion, outbox };
      const runs = createTurnRuns({ pool, openRoute, appName: 'Dealbridge', ...turns, log: silentLog });
      started.runs = runs;
      addServices(server, {
        pool,
        write,
        outbox,
        decisions: book,
        models,
        runs,
        tools,
        timeZone,
        now,
        ...limits,
        cooldowns,
        rotation: rotating.rotation,
        retentionDays: 365,
        own,
        mcp,
        messages: { countTry: () => Promise.resolve() },
        hasOwnMemoryDatabase: options.hasOwnMemoryDatabase === true,
      });
    },
  });
  const { runs, rotating } = started;
  if (!runs || !rotating) throw new Error('The server of the copilot has no services.');
  return {
    ...service,
    runs,
    rotation: rotating.rotation,
    audited,
    delivered,
    passDay: () => (aheadMs += NEXT_DAY_MS),
    async stop() {
      await runs.stop();
      await rotating.stop();
      await started.close?.();
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
      await service.stop();
    },
  };
}

function ownProviders(options: CopilotOptions, pool: Pool) {
  const { encryptionKeys = [randomBytes(32).toString('base64url')], allowed = [], lookup, log = silentLog } = options;
  const rules = { allowed: new Set(allowed), ownHosts: new Set(['dealbridge.example.com']), lookup };
  const guarded = createGuardedFetch(rules);
  const tests = options.keyTests ?? { countTry: () => Promise.resolve() };
  const box = encryptionKeys ? createSecretBox(encryptionKeys) : undefined;
  const own: OwnProviders = {
    box,
    log,
    rules,
    fetch: createProviderFetch(guarded.fetch),
    tests,
    keyCheckTimes: KEY_CHECK_TIMES,
  };
  const times = { ...CHECK_TIMES, pollMs: 50, retryMs: () => 50, readyMs: 50, ...options.checkTimes };
  const session = { fetch: guarded.fetch, times: { ...SESSION_TIMES, ...options.sessionTimes } };
  const memory = options.memoryMcp && openMemoryEndpoint(options.memoryMcp, { session, rules, times, log });
  const mcp = openMcpServers({ pool, box, session, memory, times, log });
  const close = async (): Promise<void> => {
    await mcp.stop();
    await guarded.close();
  };
  return { own, mcp, close };
}

function deliverTo(book: ApprovalClient, audited: AuditEvent[]): Deliver {
  const asSelf = <Answer>(work: () => Promise<Answer>): Promise<Answer> => work();
  const withdraw = createWithdrawalDelivery(book, asSelf);
  const recordAuditEvents = async ({ events }: { readonly events: readonly AuditEvent[] }) => {
    audited.push(...events);
    return {};
  };
  const reportAudit = createAuditDelivery({ recordAuditEvents }, asSelf);
  return (batch, signal) => (batch.topic === AUDIT_TOPIC ? reportAudit : withdraw)(batch, signal);
}

/** Accepts everyone, unless a test decides otherwise. */
function grantAll(issuer: TestIssuer, beforeStep: () => Promise<void> = () => Promise.resolve()): AsGranted {
  return renewGrants({
    asService: (work) => work(),
    source: {
      async renew({ userId, grant }) {
        await beforeStep();
        const user = testUser({ userId, sessionId: grant.value, through: 'copilot' });
        return { assertion: await issuer.sign(user) };
      },
    },
    verify: issuer.verify,
  });
}

/** A service that would make every change. */
const WILLING = { dryRun: async () => ({ supported: true }) };

function testClients(server: GrpcServer, reads: ToolReads = {}): Clients {
  const others = { dealDryRuns: WILLING, shortLinkDryRuns: WILLING, ...reads };
  const clients = Object.entries(CLIENTS).map(([name, { service, definition }]) => [
    name,
    service === 'copilot' ? server.clientOf<object>(service, definition) : (others[name as keyof typeof others] ?? {}),
  ]);
  return Object.fromEntries(clients) as Clients;
}
