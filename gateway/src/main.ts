import { readFileSync } from 'node:fs';
import { listenHttp } from '@svc/chassis/http/listen';
import { createLog } from '@svc/chassis/log';
import { watchRedis } from '@svc/chassis/part-watch';
import { runProcess } from '@svc/chassis/process';
import { createCatalogue } from '@svc/operations/catalogue';
import { openClients } from '@svc/operations/clients';
import { OPERATIONS } from '@svc/operations/registry';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { commonHeaders } from './http/security-headers.js';
import { createReadiness, servicesByNeed } from './health/readiness.js';
import { createToolCallRecorder } from './surfaces/agent-bridge/tool-call-recorder.js';
import { createBridgeLimits } from './surfaces/agent-bridge/bridge-limits.js';
import { readBotKeys } from './surfaces/documents/bot-keys.js';
import { readAppFiles } from './web/app-files.js';
import { createIdentityAuthenticator } from './sessions/authenticator.js';

const log = createLog('gateway', process.env.LOG_LEVEL);

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const services = openClients(config.addresses);
  onStop(() => services.close());

  const agentLimits = createBridgeLimits({
    callsPerMinute: config.agentCallsPerMinute,
    writesPerMinute: config.agentWritesPerMinute,
    redisUrl: config.redisUrl,
    log,
  });
  onStop(() => agentLimits.close());

  const catalogue = createCatalogue(OPERATIONS, config);
  const recorder = createToolCallRecorder({ clients: services.clients, catalogue, log });
  onStop(() => recorder.stop());

  let hasRedis: boolean | undefined;
  watchRedis(config.redisUrl, { onState: (isThere) => (hasRedis = isThere), log, onStop });

  const app = createApp({
    agentLimits,
    recorder,
    catalogue,
    config,
    version: readVersion(),
    botKeys: readBotKeys(config.botKeys, log),
    appFiles: readAppFiles(config.appName),
    clients: services.clients,
    authenticate: createIdentityAuthenticator(services.clients.authentication, config.authReuseMs),
    checkReadiness: createReadiness({
      ...servicesByNeed(services.connections),
      memoryDatabase: services.clients.memoryDatabase,
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
