import { ACTOR_NAME, ACTOR_NAME_MAX, ACTOR_NAME_RULE } from '@svc/chassis/schemas/actor-name';
import { Id, NullableTimestamp, Timestamp } from '@svc/chassis/schemas/scalars';
import type { HttpOperation } from '@svc/http-host/http/http-operation';
import type { Clients } from '@svc/operations/run/clients';
import { z } from 'zod';
import { BRIDGE_PATH } from './bridge.js';

/** The context of a call before sign-in. */
export interface SignInCall {
  readonly clients: Pick<Clients, 'agentAuthorizations'>;
  readonly clientAddress: string;
  readonly publicOrigin: string;
  readonly approvalOrigin: string;
}

/** A step of the login link, open to anyone. */
export interface SignInOperation<Input extends z.ZodObject = z.ZodObject> extends HttpOperation {
  readonly input: Input;
  readonly run: (input: z.output<Input>, call: SignInCall) => Promise<object>;
}

function define<Input extends z.ZodObject>(operation: SignInOperation<Input>): SignInOperation {
  return operation;
}

const text = (max: number) => z.string().max(max);

const ActorName = z.string().trim().max(ACTOR_NAME_MAX).regex(ACTOR_NAME, ACTOR_NAME_RULE);

const startLoginLink = define({
  name: 'agent_auth.start',
  summary: 'Request access from a user',
  description:
    'Give the user `approvalUrl`, then poll `statusUrl` with the device code no faster than every `pollIntervalSeconds`. No credential is needed.',
  http: { method: 'POST', path: '/auth/start', status: 201, idempotencyKey: 'ignored' },
  input: z.strictObject({
    clientName: text(1_000).describe('Your name, as the user sees it.'),
    clientUrl: text(4_000).optional().describe('Your home page.'),
    scopes: z.array(text(100)).max(20).optional().describe('Requested scopes; by default `svc.read`.'),
    actorId: ActorName.optional().describe('Your name in the activity shown to the user.'),
    channel: ActorName.optional().describe('Where the user talks to you, such as the name of a chat.'),
    expiresInDays: z.int().min(1).max(365).optional().describe('Lifetime of the token in days.'),
  }),
  output: z.object({
    requestId: Id,
    deviceCode: z.string().describe('Secret: never show it.'),
    userCode: z.string().describe('The page shows the same code, so that the user can compare.'),
    approvalUrl: z.url(),
    statusUrl: z.url(),
    expiresAt: Timestamp,
    pollIntervalSeconds: z.int(),
  }),
  async run({ clientUrl, scopes = [], ...input }, { clients, clientAddress, publicOrigin, approvalOrigin }) {
    const request = { ...input, clientUri: clientUrl, scopes, clientAddress };
    const started = await clients.agentAuthorizations.startLoginLink(request);
    const { requestId } = started;
    return {
      ...started,
      approvalUrl: `${approvalOrigin}/agent/authorize/${requestId}`,
      statusUrl: `${publicOrigin}${BRIDGE_PATH}/auth/status/${requestId}`,
    };
  },
});

interface NextAction {
  readonly type: 'poll_again' | 'use_token' | 'start_again' | 'ask_user';
  readonly instruction: string;
}

const NEXT_ACTIONS: Readonly<Record<string, NextAction>> = {
  waiting_for_approval: { type: 'poll_again', instruction: 'Wait for the user, and poll again after the interval.' },
  token_issued: {
    type: 'use_token',
    instruction:
      'Tell the user whose account this is (`account`), and use the token only if it is theirs. Store it where only you can read it: it is shown only once.',
  },
  token_already_claimed: {
    type: 'start_again',
    instruction: 'Another poll got the token. If that was not you, start again with POST /api/agent/auth/start.',
  },
  denied: {
    type: 'ask_user',
    instruction:
      'The user has denied the request, or may no longer approve agents. Ask the user before you start again.',
  },
  expired: { type: 'start_again', instruction: 'Start again with POST /api/agent/auth/start.' },
};

const pollLoginLink = define({
  name: 'agent_auth.status',
  summary: 'Poll for the decision, and fetch the token',
  // The token is returned once.
  tier: 1,
  http: { method: 'GET', path: '/auth/status/:requestId' },
  input: z.strictObject({ requestId: Id, deviceCode: text(200) }),
  output: z.object({
    requestId: z.uuid(),
    status: z.enum(['pending', 'approved', 'denied', 'expired']),
    connectionState: z.enum(['waiting_for_approval', 'token_issued', 'token_already_claimed', 'denied', 'expired']),
    accessToken: z.string().optional().describe('Returned once.'),
    tokenType: z.literal('Bearer').optional(),
    expiresAt: NullableTimestamp.optional().describe('When the token expires.'),
    scopes: z.array(z.string()).optional(),
    account: z
      .object({ name: z.string(), email: z.string() })
      .optional()
      .describe(
        'The account that the token opens, returned with the token. Ask the user whether it is theirs before you use it.',
      ),
    nextAction: z.object({ type: z.string(), instruction: z.string() }).optional(),
  }),
  async run(input, { clients, clientAddress }) {
    const answer = await clients.agentAuthorizations.pollLoginLink({ ...input, clientAddress });
    const { status, connectionState, accessToken, expiresAt, scopes } = answer;
    const account = answer.account ?? undefined;
    const issued =
      typeof accessToken === 'string' ? { accessToken, tokenType: 'Bearer', expiresAt, scopes, account } : {};
    const { requestId } = input;
    return { requestId, status, connectionState, ...issued, nextAction: NEXT_ACTIONS[connectionState] };
  },
});

/** How an agent gets a token by a link that its user opens. */
export const SIGN_IN_OPERATIONS: readonly SignInOperation[] = [startLoginLink, pollLoginLink];
