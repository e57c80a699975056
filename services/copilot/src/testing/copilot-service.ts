import { silentLog } from '@svc/chassis/testing/service-database';
import type { TestDatabase } from '@svc/chassis/testing/test-database';
import { startTestService, type TestService } from '@svc/chassis/testing/test-service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { listPoolModels } from '../models/pool-models.js';
import { addServices } from '../server.js';
import { memoryHandles } from '../tool-call-handles.js';
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
}

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
  const service = await startTestService({
    name: 'copilot',
    methods: METHOD_OPTIONS,
    toolCalls: memoryHandles,
    database: options.database,
    addServices: (server, { pool }, write) => {
      const times = { ...TURN_TIMES, ...options.times };
      const runs = createTurnRuns({ pool, models, appName: 'Dealbridge', times, turnsMax, log: silentLog });
      started.runs = runs;
      addServices(server, {
        pool,
        write,
        models,
        runs,
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
      await service.stop();
    },
  };
}
