import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createLog } from '@svc/chassis/log';
import { runProcess } from '@svc/chassis/process';
import { createApp } from './app.js';
import { readConfig } from './config.js';
import { createReadiness, servicesByNeed } from './health/readiness.js';
import { openServices } from './services.js';
import { createIdentityAuthenticator } from './sessions/authenticator.js';

const log = createLog('gateway', process.env.LOG_LEVEL ?? 'info');

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const services = openServices(config.addresses);
  onStop(() => services.close());

  const app = createApp({
    config,
    version: readVersion(),
    clients: services.clients,
    authenticate: createIdentityAuthenticator(services.authentication, config.authReuseMs),
    checkReadiness: createReadiness({
      ...servicesByNeed(services.connections),
      memoryDatabaseRequired: config.memoryDatabaseRequired,
    }),
    log,
  });

  // Express listens with defaults; a server of our own can be drained.
  const server = createServer({ requestTimeout: 120_000, keepAliveTimeout: 65_000 }, app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(config.port, config.host, resolve);
  });
  onStop(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  );
  log.info({ port: config.port }, 'listening');
});

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
