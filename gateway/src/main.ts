import { readFileSync } from 'node:fs';
import { watchRedis } from '@svc/chassis/dependencies/dependency-health';
import { listenHttp } from '@svc/http-host/http/listen';
import { createCatalog } from '@svc/operations/registry/catalog';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { createClients } from '@svc/operations/run/clients';
import { runProcess } from '@svc/topology/run-process';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { createReadiness, servicesByNeed } from './health/readiness.js';
import { commonHeaders } from './http/security-headers.js';
import { createIdentityAuthenticator } from './sessions/authenticator.js';
import { createSessionLimit } from './sessions/session-limit.js';
import { createBridgeLimits } from './surfaces/agent-bridge/bridge-limits.js';
import { createToolCallRecorder } from './surfaces/agent-bridge/tool-call-recorder.js';
import { readBotKeys } from './surfaces/documents/bot-keys.js';
import { readAppFiles } from './web/app-files.js';

await runProcess('gateway', async ({ settings, connections, log, onStop }) => {
  const config = readConfig(settings);
  const clients = createClients(connections);

  const agentLimits = createBridgeLimits({
    callsPerMinute: config.agentCallsPerMinute,
    writesPerMinute: config.agentWritesPerMinute,
    redisUrl: config.redisUrl,
    log,
  });
  onStop(() => agentLimits.close());

  const sessionLimit = createSessionLimit({
    callsPerMinute: config.sessionCallsPerMinute,
    redisUrl: config.redisUrl,
    log,
  });
  onStop(() => sessionLimit.close());

  const catalog = createCatalog(OPERATIONS, config);
  const recorder = createToolCallRecorder({ clients, catalog, log });
  onStop(() => recorder.stop());

  let hasRedis: boolean | undefined;
  watchRedis(config.redisUrl, { onState: (isUp) => (hasRedis = isUp), log, onStop });

  const app = createApp({
    agentLimits,
    sessionLimit,
    recorder,
    catalog,
    config,
    version: readVersion(),
    botKeys: readBotKeys(config.botKeys, log),
    appFiles: readAppFiles(config.appName),
    clients,
    authenticate: createIdentityAuthenticator(clients.authentication, config.authReuseMs),
    checkReadiness: createReadiness({
      ...servicesByNeed(connections),
      memoryDatabase: clients.memoryDatabase,
      memoryDatabaseRequired: config.memoryDatabaseRequired,
      hasRedis: () => hasRedis,
    }),
    log,
  });

  await listenHttp(app, { ...config, headers: commonHeaders(config) }, onStop);
  log.info({ port: config.port }, 'listening');
});

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
