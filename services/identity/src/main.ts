import { fileURLToPath } from 'node:url';
import { createServiceCaller } from '@svc/chassis/assertions/service-call';
import { openConnection } from '@svc/chassis/grpc/client';
import { createLog } from '@svc/chassis/log';
import { repeat } from '@svc/chassis/concurrency/repeat';
import { partOf, watchPart, watchRedis } from '@svc/chassis/part-watch';
import { runProcess } from '@svc/chassis/process';
import { createService } from '@svc/chassis/service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { calleesOf, recordOf } from '@svc/topology/processes';
import { createSignInLimit } from './accounts/sign-in-limit.js';
import { createFirstAdminWhenPossible } from './administration/create-first-admin.js';
import { deleteEndedApprovals } from './approvals/approval-repo.js';
import { createAssertionIssuer } from './authentication/assertion-issuer.js';
import { createSigningKeys, type SigningKeys } from './authentication/signing-keys.js';
import { createAgentLimits } from './agent-authorizations/agent-limits.js';
import { deleteEndedAuthorizations } from './agent-authorizations/delete-ended-authorizations.js';
import { readConfig } from './config.js';
import { createDeliver } from './deliveries.js';
import { createMailCheck } from './mail.js';
import { createResetMailer } from './password-resets/mail-reset-link.js';
import { addServices } from './server.js';
import { deleteExpired } from './sessions/session-repo.js';
import { createInvitationLimit } from './teams/invitation-limit.js';
import { deleteExpiredInvitations } from './teams/invitation-repo.js';
import { createInvitationMailer } from './teams/mail-invitation.js';
import { deleteOldToolCalls } from './tool-calls/tool-call-repo.js';

/** Milliseconds between two looks at the mail server, which may count who connects. */
const MAIL_LOOK_MS = 60_000;
const HOUR_MS = 60 * 60 * 1_000;
/** Days for which approvals are kept that have ended. */
const APPROVAL_KEPT_DAYS = 30;
/** Days for which it is kept what agents did. */
const TOOL_CALL_KEPT_DAYS = 90;

const log = createLog('identity', process.env.LOG_LEVEL);

await runProcess(log, async (onStop) => {
  const config = readConfig();
  const { pool, server, write, openOutbox, listen } = createService({
    name: 'identity',
    config,
    methods: METHOD_OPTIONS,
    toolCalls: null,
    readKeys: () => keys.publicJwks(),
    migrations: fileURLToPath(new URL('../migrations', import.meta.url)),
    check: (db) => keys.check(db),
    log,
    onStop,
  });
  const keys: SigningKeys = createSigningKeys(pool, {
    secrets: config.signingKeySecrets,
    rotationDays: config.signingKeyRotationDays,
  });
  const issuer = createAssertionIssuer(() => keys.current());

  const connections = recordOf(calleesOf('identity'), (name) =>
    openConnection(name, config.addresses[name], METHOD_OPTIONS),
  );
  onStop(() => Object.values(connections).forEach((connection) => connection.close()));
  const asIdentity = createServiceCaller('identity', () => issuer.issue({ kind: 'service', service: 'identity' }));
  const outbox = openOutbox({ deliver: createDeliver(connections, asIdentity) });

  watchRedis(config.redisUrl, { onState: partOf(server, 'redis'), log, onStop });
  if (config.mail) {
    const check = createMailCheck(config.mail);
    watchPart({ name: 'mail', check, intervalMs: MAIL_LOOK_MS, onState: partOf(server, 'mail'), log, onStop });
  }
  const signInLimit = createSignInLimit(config.redisUrl, log);
  onStop(() => signInLimit.close());
  const agentLimits = createAgentLimits(config.redisUrl, log);
  onStop(() => agentLimits.close());
  const invitationLimit = createInvitationLimit(config.redisUrl, log);
  onStop(() => invitationLimit.close());
  addServices(server, {
    pool,
    write,
    outbox,
    keys,
    issuer,
    signInLimit,
    agentLimits,
    agentTokenLifetimeSeconds: config.agentTokenLifetimeSeconds,
    sendResetLink: createResetMailer(pool, config),
    invitationLimit,
    mailInvitation: createInvitationMailer(config),
    serviceSecrets: config.serviceSecrets,
    adapterSecrets: config.adapterSecrets,
    approvalConfirmSecrets: config.approvalConfirmSecrets,
    authReuseMs: config.authReuseMs,
  });

  const sweeps = [
    repeat('expired sessions', () => deleteExpired(pool), HOUR_MS, log),
    repeat('expired invitations', () => deleteExpiredInvitations(pool), HOUR_MS, log),
    repeat('ended approvals', () => deleteEndedApprovals(pool, APPROVAL_KEPT_DAYS), HOUR_MS, log),
    repeat('old tool calls', (signal) => deleteOldToolCalls(pool, TOOL_CALL_KEPT_DAYS, signal), HOUR_MS, log),
    repeat('ended agent authorizations', () => deleteEndedAuthorizations(pool), HOUR_MS, log),
  ];
  onStop(async () => {
    await Promise.all(sweeps.map((sweep) => sweep.stop()));
  });
  if (config.admin) onStop(await createFirstAdminWhenPossible(pool, config.admin));
  await listen();
});
