import { createServiceCaller } from '@svc/chassis/assertions/service-call';
import { repeat } from '@svc/chassis/concurrency/repeat';
import { tellHealth, watchDependency } from '@svc/chassis/dependencies/dependency-health';
import type { Pool } from '@svc/chassis/postgres/pool';
import { HOUR_MS, MINUTE_MS } from '@svc/chassis/time/durations';
import type { Settings } from '@svc/topology/environment';
import { runService } from '@svc/topology/run-service';
import { createSignInLimit } from './accounts/sign-in-limit.js';
import { createFirstAdminWhenPossible } from './administration/create-first-admin.js';
import { createAgentLimits } from './agent-authorizations/agent-limits.js';
import { deleteEndedAuthorizations } from './agent-authorizations/delete-ended-authorizations.js';
import { deleteEndedApprovals } from './approvals/approval-repo.js';
import { createAssertionIssuer } from './authentication/assertion-issuer.js';
import { issueOwn } from './authentication/issue-service-assertion.js';
import { createSigningKeys, type SigningKeys } from './authentication/signing-keys.js';
import { readConfig } from './config.js';
import { deleteExpiredConfirmations } from './confirmed-addresses/confirmation-repo.js';
import { batchMaxOf, createDeliver } from './deliveries.js';
import { createMailDelivery } from './mails/deliver-mails.js';
import { createMailCheck, createSendMail } from './mails/send-mail.js';
import { deleteExpiredResets } from './password-resets/password-reset-repo.js';
import { beginMornings } from './reminders/begin-mornings.js';
import { createReminderLimits } from './reminders/reminder-limits.js';
import { deleteOldMornings } from './reminders/reminder-repo.js';
import { addServices } from './server.js';
import { deleteExpiredSessions } from './sessions/session-repo.js';
import { createInvitationLimit } from './teams/invitation-limit.js';
import { deleteExpiredInvitations } from './teams/invitation-repo.js';
import { deleteCallsOfEndedAccounts } from './tool-calls/delete-calls-of-ended-accounts.js';
import { deleteOldToolCalls } from './tool-calls/tool-call-repo.js';

/** Milliseconds between two checks of the mail server, which may limit connections. */
const MAIL_LOOK_MS = 60_000;
/** Days for which ended approvals are kept. */
const APPROVAL_KEPT_DAYS = 30;
/** Days for which records of agents' calls are kept. */
const TOOL_CALL_KEPT_DAYS = 90;
/** Days for which sent reminders are recorded. */
const MORNING_KEPT_DAYS = 14;
/** Milliseconds between two searches for users whose morning has begun. */
const MORNING_LOOK_MS = 5 * MINUTE_MS;

await runService('identity', { toolCalls: null, openKeys }, async (service) => {
  const { server, pool, write, keys, settings, destinations, log, onStop } = service;
  const config = readConfig(settings);
  const issuer = createAssertionIssuer(() => keys.current(), config);
  const asSelf = createServiceCaller('identity', () => issueOwn(issuer, 'identity'));
  const secrets = sealingSecrets(settings);
  const [sealingSecret] = secrets;
  if (!sealingSecret) throw new Error('No secret encrypts waiting mails. Set SIGNING_KEY_SECRET.');
  const sendsMail = config.mail !== undefined && config.appOrigin !== undefined;
  const send = config.mail && createSendMail(config.mail);
  const mails = createMailDelivery({ ...config, pool, send, secrets });
  // A longer timeout than for our services, because mail servers are slower.
  const deliver = createDeliver({ destinations, asSelf }, mails);
  const outbox = service.openOutbox({ deliver, batchMaxOf, timeoutMs: 20_000 });

  if (config.mail) {
    const check = createMailCheck(config.mail);
    watchDependency({
      name: 'mail',
      check,
      intervalMs: MAIL_LOOK_MS,
      onState: tellHealth(server, 'mail'),
      log,
      onStop,
    });
  }
  const signInLimit = createSignInLimit(settings.REDIS_URL, log);
  onStop(() => signInLimit.close());
  const agentLimits = createAgentLimits(settings.REDIS_URL, log);
  onStop(() => agentLimits.close());
  const invitationLimit = createInvitationLimit(settings.REDIS_URL, log);
  onStop(() => invitationLimit.close());
  const reminderLimits = createReminderLimits(settings.REDIS_URL, log);
  onStop(() => reminderLimits.close());
  addServices(server, {
    pool,
    write,
    outbox,
    keys,
    issuer,
    signInLimit,
    agentLimits,
    agentTokenLifetimeSeconds: config.agentTokenLifetimeSeconds,
    sendsMail,
    sealingSecret,
    secrets,
    invitationLimit,
    reminderLimits,
    serviceSecrets: settings.SERVICE_SECRETS,
    adapterSecrets: settings.SVC_AGENT_SERVICE_SECRET,
    approvalConfirmSecrets: settings.SVC_AGENT_APPROVAL_CONFIRM_SECRET,
    authReuseMs: settings.AUTH_REUSE_MS,
    copilotFreeDailyLimit: settings.COPILOT_FREE_DAILY_LIMIT,
  });

  const sweeps = [
    repeat('expired sessions', () => deleteExpiredSessions(pool), HOUR_MS, log),
    repeat('expired reset links', () => deleteExpiredResets(pool), HOUR_MS, log),
    repeat('expired confirmation links', () => deleteExpiredConfirmations(pool), HOUR_MS, log),
    repeat('old mornings', () => deleteOldMornings(pool, MORNING_KEPT_DAYS), HOUR_MS, log),
    repeat('expired invitations', () => deleteExpiredInvitations(pool), HOUR_MS, log),
    repeat('ended approvals', () => deleteEndedApprovals(pool, APPROVAL_KEPT_DAYS), HOUR_MS, log),
    repeat('old tool calls', (signal) => deleteOldToolCalls(pool, TOOL_CALL_KEPT_DAYS, signal), HOUR_MS, log),
    repeat('tool calls of ended accounts', (signal) => deleteCallsOfEndedAccounts(pool, signal), MINUTE_MS, log),
    repeat('ended agent authorizations', () => deleteEndedAuthorizations(pool), HOUR_MS, log),
  ];
  if (sendsMail) {
    sweeps.push(repeat('mornings', (signal) => beginMornings(pool, outbox, { signal }), MORNING_LOOK_MS, log));
  }
  onStop(async () => {
    await Promise.all(sweeps.map((sweep) => sweep.stop()));
  });
  if (config.admin) onStop(await createFirstAdminWhenPossible(pool, config.admin));
});

function openKeys(pool: Pool, settings: Settings<'identity'>): SigningKeys {
  return createSigningKeys(pool, {
    secrets: sealingSecrets(settings),
    rotationDays: settings.SIGNING_KEY_ROTATION_DAYS,
  });
}

function sealingSecrets({ SIGNING_KEY_SECRET }: Settings<'identity'>): Uint8Array[] {
  return SIGNING_KEY_SECRET.map((secret) => Buffer.from(secret, 'base64url'));
}
