import { createAssertionVerifier, type VerifyAssertion } from '@svc/chassis/assertions/verify-assertion';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import type { PromiseClient } from '@svc/chassis/grpc/client';
import type { Batch } from '@svc/chassis/outbox/message';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { silentLog } from '@svc/chassis/testing/service-database';
import type { TestDatabase } from '@svc/chassis/testing/test-database';
import { startTestService, type TestService } from '@svc/chassis/testing/test-service';
import { AccountService, type OpenedSession } from '@svc/proto/identity/v1/account_service';
import { AuthenticationService } from '@svc/proto/identity/v1/authentication_service';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { v7 as newId } from 'uuid';
import { createSignInLimit } from '../accounts/sign-in-limit.js';
import { createAgentLimits } from '../agent-authorizations/agent-limits.js';
import { createAssertionIssuer } from '../authentication/assertion-issuer.js';
import { createSigningKeys } from '../authentication/signing-keys.js';
import { batchMaxOf } from '../deliveries.js';
import { createMailDelivery } from '../mails/deliver-mails.js';
import { MAIL_SERVER } from '../mails/mail-topics.js';
import type { Mail, SendMail } from '../mails/send-mail.js';
import { createReminderLimits } from '../reminders/reminder-limits.js';
import { addServices } from '../server.js';
import { createInvitationLimit } from '../teams/invitation-limit.js';
import { newAddress } from './addresses.js';

/** Milliseconds for which a gateway in these tests would cache an authentication. */
export const AUTH_REUSE_MS = 60;

/** Lifetime of an agent's token in these tests, in seconds. */
export const AGENT_TOKEN_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

export const PASSWORD = 'correct horse battery';
export const CONFIRM_SECRET = 'a-secret-that-confirms-approvals-here';
export const ADAPTER_SECRET = 'a-secret-that-all-adapters-share-here';
export const SERVICE_SECRET = 'a-secret-of-thirty-two-characters';
/** The secret that replaces it. */
export const NEXT_SERVICE_SECRET = 'the-next-secret-of-the-same-service';

/** Origin of the links in mails. */
const APP_ORIGIN = 'https://app.example';

/** Identity under test, with its output: deliveries and mails. */
export interface IdentityService extends TestService {
  readonly authentication: PromiseClient<typeof AuthenticationService>;
  readonly accounts: PromiseClient<typeof AccountService>;
  /** Batches delivered to other services so far. */
  readonly delivered: Batch[];
  readonly mails: Mail[];
  /** Verifies an assertion as services do. */
  readonly verify: VerifyAssertion;
  /** Signs up with a fresh address and returns the session and its principal. */
  signUp(name?: string): Promise<{ session: OpenedSession; email: string; principal: SignedInPrincipal }>;
  /** Returns the principal of a session token; undefined for an invalid one. */
  principalOf(token: string): Promise<SignedInPrincipal | undefined>;
}

export interface IdentityOptions {
  /** Mails are collected in `mails` when unset. */
  readonly sendMail?: SendMail;
  /** The copilot's daily limit in the environment. */
  readonly copilotFreeDailyLimit?: number;
  /** A database owned by the test; a new one when unset. */
  readonly database?: TestDatabase;
}

export async function startIdentity(options: IdentityOptions = {}): Promise<IdentityService> {
  const delivered: Batch[] = [];
  const mails: Mail[] = [];
  const invitationLimit = createInvitationLimit(undefined, silentLog);
  const signInLimit = createSignInLimit(undefined, silentLog);
  const agentLimits = createAgentLimits(undefined, silentLog);
  const reminderLimits = createReminderLimits(undefined, silentLog);
  const outboxes: Outbox[] = [];
  const service = await startTestService({
    name: 'identity',
    methods: METHOD_OPTIONS,
    toolCalls: null,
    database: options.database,
    addServices: (server, { pool }, write) => {
      const sealingSecret = Buffer.alloc(32, 7);
      const secrets = [sealingSecret];
      const keys = createSigningKeys(pool, { secrets, rotationDays: 30 });
      const { sendMail: send = async (mail) => void mails.push(mail) } = options;
      const toMailServer = createMailDelivery({ pool, send, secrets, appName: 'Dealbridge', appOrigin: APP_ORIGIN });
      const issuer = createAssertionIssuer(() => keys.current());
      const deliver = async (batch: Batch): Promise<void> => {
        if (batch.destination !== MAIL_SERVER) delivered.push(batch);
        else for (const { payload } of batch.messages) await toMailServer[batch.topic]?.(payload);
      };
      const outbox = new Outbox(pool, { deliver, batchMaxOf, pollMs: 50 });
      outbox.start();
      outboxes.push(outbox);
      addServices(server, {
        pool,
        write,
        outbox,
        keys,
        issuer,
        adapterSecrets: [ADAPTER_SECRET],
        approvalConfirmSecrets: [CONFIRM_SECRET],
        signInLimit,
        agentLimits,
        agentTokenLifetimeSeconds: AGENT_TOKEN_LIFETIME_SECONDS,
        invitationLimit,
        reminderLimits,
        secrets,
        sendsMail: true,
        sealingSecret,
        serviceSecrets: { viewcheck: [SERVICE_SECRET, NEXT_SERVICE_SECRET] },
        authReuseMs: AUTH_REUSE_MS,
        copilotFreeDailyLimit: options.copilotFreeDailyLimit,
      });
    },
  });
  const authentication = service.as(undefined, AuthenticationService);
  const accounts = service.as(undefined, AccountService);
  const verify = createAssertionVerifier('identity', async () => (await authentication.getSigningKeys({})).publicJwks);

  const principalOf = async (token: string): Promise<SignedInPrincipal | undefined> => {
    const credentials = [{ credential: { $case: 'sessionToken' as const, value: token } }];
    const { results } = await authentication.authenticate({ audiences: [], credentials });
    const assertion = results[0]?.principal?.assertion;
    return assertion === undefined ? undefined : ((await verify(assertion)) as SignedInPrincipal);
  };

  return {
    ...service,
    authentication,
    accounts,
    delivered,
    mails,
    verify,
    principalOf,
    async signUp(name = 'Dana') {
      const email = `${newId()}@example.com`;
      const { session } = await accounts.signUp({
        email,
        password: PASSWORD,
        name,
        client: { ...CLIENT, address: newAddress() },
      });
      const principal = session && (await principalOf(session.token));
      if (!session || !principal) throw new Error('The new session opens nothing.');
      return { session, email, principal };
    },
    async stop() {
      await Promise.all(outboxes.map((outbox) => outbox.stop()));
      signInLimit.close();
      agentLimits.close();
      invitationLimit.close();
      reminderLimits.close();
      await service.stop();
    },
  };
}

/** Addresses of the sign-ins in these tests. */
export const CLIENT = {
  address: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
