import { fileURLToPath } from 'node:url';
import { createServiceCaller } from '@svc/chassis/assertions/service-call';
import { openConnection } from '@svc/chassis/grpc/client';
import { createLog } from '@svc/chassis/log';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { repeat } from '@svc/chassis/outbox/repeat';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { createSignInLimit } from './accounts/sign-in-limit.js';
import { createFirstAdmin } from './administration/create-first-admin.js';
import { createAssertionIssuer } from './authentication/assertion-issuer.js';
import { createSigningKeys, type SigningKeys } from './authentication/signing-keys.js';
import { createAgentLimits } from './agent-authorizations/agent-limits.js';
import { deleteEndedAuthorizations } from './agent-authorizations/delete-ended-authorizations.js';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { createResetMailer } from './password-resets/mail-reset-link.js';
import { addServices } from './server.js';
import { deleteExpired } from './sessions/session-repo.js';

const HOUR_MS = 60 * 60 * 1_000;

const log = createLog('identity', process.env.LOG_LEVEL ?? 'info');

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const { pool, server, listen } = createService({
    name: 'identity',
    config,
    methods: METHOD_OPTIONS,
    readKeys: () => keys.publicJwks(),
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    log,
    onStop,
  });
  const keys: SigningKeys = createSigningKeys(pool, {
    secret: config.signingKeySecret,
    rotationDays: config.signingKeyRotationDays,
  });
  const issuer = createAssertionIssuer(() => keys.current());

  const deal = openConnection('deal', config.addresses.deal, METHOD_OPTIONS);
  const viewcheck = openConnection('viewcheck', config.addresses.viewcheck, METHOD_OPTIONS);
  const shortener = openConnection('shortener', config.addresses.shortener, METHOD_OPTIONS);
  onStop(() => [deal, viewcheck, shortener].forEach((connection) => connection.close()));
  const asIdentity = createServiceCaller('identity', () => issuer.issue({ kind: 'service', service: 'identity' }));
  const outbox = new Outbox(pool, { deliver: createDeliver({ deal, viewcheck, shortener }, asIdentity) });

  const signInLimit = createSignInLimit(config.redisUrl, log);
  onStop(() => signInLimit.close());
  const agentLimits = createAgentLimits(config.redisUrl, log);
  onStop(() => agentLimits.close());
  addServices(server, {
    pool,
    outbox,
    keys,
    issuer,
    signInLimit,
    agentLimits,
    agentTokenLifetimeSeconds: config.agentTokenLifetimeSeconds,
    sendResetLink: createResetMailer(pool, config),
    serviceSecrets: config.serviceSecrets,
    authReuseMs: config.authReuseMs,
  });

  if (config.admin) await createFirstAdmin(pool, config.admin);
  outbox.start();
  onStop(() => outbox.stop());
  const sweeps = [
    repeat('expired sessions', () => deleteExpired(pool), HOUR_MS, log),
    repeat('ended agent authorizations', () => deleteEndedAuthorizations(pool), HOUR_MS, log),
  ];
  onStop(async () => {
    await Promise.all(sweeps.map((sweep) => sweep.stop()));
  });
  await listen();
});
