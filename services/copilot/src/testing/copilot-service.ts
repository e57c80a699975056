import { renewGrants, type AsGranted } from '@svc/chassis/assertions/renewal';
import type { GrpcServer } from '@svc/chassis/grpc/server';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { silentLog } from '@svc/chassis/testing/service-database';
import type { TestDatabase } from '@svc/chassis/testing/test-database';
import { createTestIssuer, type TestIssuer } from '@svc/chassis/testing/stub-server';
import { startTestService, testUser, type TestService } from '@svc/chassis/testing/test-service';
import { CLIENTS, type Clients } from '@svc/operations/clients';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { createTurnApprovals } from '../approvals/turn-approvals.js';
import { createWithdrawalDelivery } from '../approvals/withdraw-approvals.js';
import { listPoolModels } from '../models/pool-models.js';
import { addServices } from '../server.js';
import { openTools } from '../tools/open-tools.js';
import { memoryHandles } from '../tool-call-handles.js';
import { createApprovalBook, type ApprovalBook } from './approval-book.js';
import { quietTimeZone } from './quiet-time-zone.js';
import { createTurnRuns, TURN_TIMES, type TurnRuns, type TurnTimes } from '../turns/turn-runs.js';

/** Version of the consents that copilots under test ask for. */
export const CONSENT = '2026-01';

export interface CopilotOptions {
  readonly hasOwnMemoryDatabase?: boolean;
  /** Where its one model, `test|model-a`, is; none when unset. */
  readonly modelUrl?: string;
  readonly times?: Partial<TurnTimes>;
  readonly freeLimit?: () => number;
  readonly turnsMax?: number;
  readonly timeZone?: string;
  readonly now?: () => Date;
  readonly consentVersion?: string;
  /** One that several share; one of its own when unset. */
  readonly database?: TestDatabase;
  /** What tools read of other services. */
  readonly reads?: ToolReads;
  /** What users are asked; one of its own when unset. */
  readonly approvals?: ApprovalBook;
  /** Verifies users again; everybody may go on when unset. */
  readonly beforeStep?: () => Promise<void>;
}

/** Handlers of other services, by the names of their clients; those of the copilot are its own. */
export type ToolReads = {
  readonly [Name in keyof Clients]?: {
    readonly [Method in keyof Clients[Name]]?: (request: never) => Promise<unknown>;
  };
};

export interface CopilotService extends TestService {
  readonly runs: TurnRuns;
}

const MODEL = { id: 'model-a', label: 'Model A', contextTokens: 131_072, supportsTools: true };

/** Copilot over a database of its own, unless one is given. */
export async function startCopilot(options: CopilotOptions = {}): Promise<CopilotService> {
  const {
    modelUrl,
    freeLimit = () => 25,
    turnsMax = 200,
    timeZone = quietTimeZone(),
    now = () => new Date(),
    consentVersion = CONSENT,
  } = options;
  const lanes = modelUrl === undefined ? [] : [{ id: 'test', baseUrl: modelUrl, key: 'main', models: [MODEL] }];
  const models = listPoolModels(lanes, { main: 'sk-test-key' });
  const started: { runs?: TurnRuns } = {};
  const book = options.approvals ?? createApprovalBook();
  const outboxes: Outbox[] = [];
  const issuer = await createTestIssuer();
  const service = await startTestService({
    issuer,
    name: 'copilot',
    methods: METHOD_OPTIONS,
    toolCalls: memoryHandles,
    database: options.database,
    addServices: (server, { pool }, write) => {
      const times = { ...TURN_TIMES, ...options.times };
      const asGranted = grantAll(issuer, options.beforeStep);
      const clients = testClients(server, options.reads);
      const approvals = createTurnApprovals(book, (work) => work());
      const tools = models.length > 0 ? openTools({ clients, appName: 'Dealbridge', asGranted, approvals }) : undefined;
      const outbox = new Outbox(pool, { deliver: createWithdrawalDelivery(book, (work) => work()), pollMs: 20 });
      outbox.start();
      outboxes.push(outbox);
      const turns = { asGranted, tools, times, turnsMax, outbox };
      const runs = createTurnRuns({ pool, models, appName: 'Dealbridge', ...turns, log: silentLog });
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
        consentVersion,
        freeLimit: () => Promise.resolve(freeLimit()),
        retentionDays: 365,
        messages: { countTry: () => Promise.resolve() },
        hasOwnMemoryDatabase: options.hasOwnMemoryDatabase === true,
      });
    },
  });
  const { runs } = started;
  if (!runs) throw new Error('The server of the copilot has no services.');
  return {
    ...service,
    runs,
    async stop() {
      await runs.stop();
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
      await service.stop();
    },
  };
}

/** Lets everybody go on whom a test does not stop. */
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

function testClients(server: GrpcServer, reads: ToolReads = {}): Clients {
  const clients = Object.entries(CLIENTS).map(([name, { service, definition }]) => [
    name,
    service === 'copilot' ? server.clientOf<object>(service, definition) : (reads[name as keyof Clients] ?? {}),
  ]);
  return Object.fromEntries(clients) as Clients;
}
