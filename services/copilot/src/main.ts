import { renewGrants } from '@svc/chassis/assertions/renewal';
import { createClient } from '@svc/chassis/grpc/client';
import { createRateLimit } from '@svc/chassis/limits/rate-limit';
import { ApprovalService } from '@svc/proto/identity/v1/approval_service';
import { SystemSettingsService } from '@svc/proto/identity/v1/settings_service';
import { TurnApprovalService } from '@svc/proto/identity/v1/turn_approval_service';
import { runService } from '@svc/topology/run-service';
import { createTurnApprovals } from './approvals/turn-approvals.js';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { SESSION_TIMES } from './mcp/calls/server-session.js';
import { CHECK_TIMES } from './mcp/checks/check-times.js';
import { openMemoryEndpoint } from './mcp/checks/memory-endpoint.js';
import { openMcpServers } from './mcp/mcp-servers.js';
import { observeServers } from './mcp/server-metrics.js';
import { MODEL_TIMES } from './models/ask-model.js';
import { createProviderFetch } from './models/fetch-from-provider.js';
import { createUserKeyCooldowns } from './models/user-key-cooldowns.js';
import { createGuardedFetch } from './outbound/guarded-fetch.js';
import { startRetention } from './purges/retention.js';
import { openRotation } from './rotation/open-rotation.js';
import { openPoolRoutes } from './rotation/pool-route.js';
import { startResealing } from './sealing/reseal.js';
import { createSecretBox } from './sealing/secret-box.js';
import { addServices } from './server.js';
import { KEY_CHECK_TIMES } from './settings/check-user-key.js';
import { memoryReferences } from './tool-call-references.js';
import { routeTurns } from './turns/billing/route-turns.js';
import type { TurnTools } from './turns/calls/call-tools.js';
import { createTurnRuns, TURN_TIMES } from './turns/turn-runs.js';
import { createFreeLimit } from './usage/free-limit.js';

/** Maximum messages of a user per minute. */
const MESSAGES = { name: 'copilot-messages', tries: 20, windowSeconds: 60, what: 'send messages to the copilot' };
/** Maximum tests of a user's key per minute. */
const KEY_TESTS = { name: 'copilot-key-tests', tries: 5, windowSeconds: 60, what: 'test your key' };

await runService('copilot', { toolCalls: memoryReferences, hasStreams: true }, async (service) => {
  const { server, pool, write, settings, connections, log, onStop } = service;
  const config = readConfig(settings);
  const outbox = service.openOutbox({ deliver: createDeliver(service) });
  const messages = createRateLimit({ ...MESSAGES, redisUrl: settings.REDIS_URL, log });
  const keyTests = createRateLimit({ ...KEY_TESTS, redisUrl: settings.REDIS_URL, log });
  onStop(() => {
    messages.close();
    keyTests.close();
  });
  const rules = { ownHosts: config.ownHosts, allowed: settings.SVC_EGRESS_ALLOW };
  const guarded = createGuardedFetch(rules);
  onStop(() => guarded.close());
  const box = settings.SVC_ENCRYPTION_KEY && createSecretBox(settings.SVC_ENCRYPTION_KEY);
  if (box) {
    const sealing = startResealing(pool, box);
    onStop(() => sealing.stop());
  }
  const session = { fetch: guarded.fetch, times: SESSION_TIMES };
  const memory = config.memoryMcp && openMemoryEndpoint(config.memoryMcp, { session, rules, times: CHECK_TIMES, log });
  const mcp = openMcpServers({ pool, box: box || undefined, session, memory, times: CHECK_TIMES, log });
  const counting = observeServers(mcp);
  onStop(() => {
    counting.stop();
    return mcp.stop();
  });
  const own = {
    box,
    log,
    rules,
    fetch: createProviderFetch(guarded.fetch),
    tests: keyTests,
    keyCheckTimes: KEY_CHECK_TIMES,
  };
  const asGranted = renewGrants({ asService: service.asSelf, source: service.authentication, verify: service.verify });
  // The operations take about 60 MB, so they are loaded only once a model that calls tools may answer.
  let opening: Promise<TurnTools> | undefined;
  const openAll = async (): Promise<TurnTools> => {
    const { openTools, toolClients } = await import('./tools/open-tools.js');
    const approvals = createTurnApprovals(createClient(TurnApprovalService, connections.identity), service.asSelf);
    return openTools({
      clients: toolClients(connections, server),
      appName: config.appName,
      asGranted,
      approvals,
      remote: mcp.tools,
    });
  };
  const poolCallsTools = config.models.some(({ supportsTools }) => supportsTools);
  const tools = async (): Promise<TurnTools | undefined> => {
    if (!poolCallsTools && !box) return undefined;
    // A turn that continues after a restart must find the tools that it has called.
    await mcp.opened;
    return (opening ??= openAll());
  };
  if (poolCallsTools) await (opening ??= openAll());
  const freeLimit = createFreeLimit(createClient(SystemSettingsService, connections.identity), service.asSelf);
  const { rotation, store, ...rotating } = openRotation({
    pool,
    models: config.models,
    redisUrl: settings.REDIS_URL,
    log,
  });
  onStop(() => rotating.stop());
  const openPool = openPoolRoutes(pool, rotation);
  const cooldowns = createUserKeyCooldowns(store);
  const { consentVersion } = config;
  const openRoute = routeTurns({ pool, openPool, own, cooldowns, times: MODEL_TIMES, freeLimit, consentVersion });
  const runs = createTurnRuns({ ...config, pool, outbox, openRoute, asGranted, tools, times: TURN_TIMES, log });
  // Ends the turns before the server closes their followers' streams.
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
    own,
    mcp,
    decisions: createClient(ApprovalService, connections.identity),
    now: () => new Date(),
    freeLimit,
    cooldowns,
    rotation,
    hasOwnMemoryDatabase: settings.MEMORY_DATABASE_URL !== undefined,
  });
});
