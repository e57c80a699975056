import { renewGrants } from '@svc/chassis/assertions/renewal';
import { createClient } from '@svc/chassis/grpc/client';
import { createRateLimit } from '@svc/chassis/rate-limit';
import { ApprovalService } from '@svc/proto/identity/v1/approval_service';
import { SystemSettingsService } from '@svc/proto/identity/v1/settings_service';
import { TurnApprovalService } from '@svc/proto/identity/v1/turn_approval_service';
import { runService } from '@svc/topology/run-service';
import { createTurnApprovals } from './approvals/turn-approvals.js';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { startRetention } from './retention.js';
import { addServices } from './server.js';
import { createFreeLimit } from './settings/free-limit.js';
import { memoryHandles } from './tool-call-handles.js';
import type { TurnTools } from './turns/call-tools.js';
import { createTurnRuns, TURN_TIMES } from './turns/turn-runs.js';

/** Messages of a user in a minute. */
const MESSAGES = { name: 'copilot-messages', tries: 20, windowSeconds: 60, what: 'send messages to the copilot' };

await runService('copilot', { toolCalls: memoryHandles, hasStreams: true }, async (service) => {
  const { server, pool, write, settings, connections, log, onStop } = service;
  const config = readConfig(settings);
  const outbox = service.openOutbox({ deliver: createDeliver(service) });
  const messages = createRateLimit({ ...MESSAGES, redisUrl: settings.REDIS_URL, log });
  onStop(() => messages.close());
  const asGranted = renewGrants({ asService: service.asSelf, source: service.authentication, verify: service.verify });
  let tools: TurnTools | undefined;
  if (config.models.some(({ supportsTools }) => supportsTools)) {
    // All operations take some 60 MB, which a process without a model that calls them does without.
    const { openTools, toolClients } = await import('./tools/open-tools.js');
    const approvals = createTurnApprovals(createClient(TurnApprovalService, connections.identity), service.asSelf);
    tools = openTools({ clients: toolClients(connections, server), appName: config.appName, asGranted, approvals });
  }
  const runs = createTurnRuns({ ...config, pool, outbox, asGranted, tools, times: TURN_TIMES, log });
  // Followers hear of it before the server ends their calls.
  onStop(() => runs.stop(), 'listener');
  const retention = startRetention(pool, config.retentionDays);
  onStop(() => retention.stop());
  addServices(server, {
    ...config,
    pool,
    write,
    outbox,
    runs,
    tools,
    messages,
    decisions: createClient(ApprovalService, connections.identity),
    now: () => new Date(),
    freeLimit: createFreeLimit(createClient(SystemSettingsService, connections.identity), service.asSelf),
    hasOwnMemoryDatabase: settings.MEMORY_DATABASE_URL !== undefined,
  });
});
