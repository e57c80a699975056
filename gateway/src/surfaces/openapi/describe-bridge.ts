import { ACTOR_NAME, ACTOR_NAME_MAX } from '@svc/chassis/schemas/actor-name';
import type { JsonSchema } from '@svc/chassis/schemas/json-schema';
import {
  describeApiInfo,
  describePaths,
  ERROR_SCHEMA,
  errorResponse,
  type OperationFacts,
} from '@svc/http-host/http/openapi';
import { describeSignIn } from '@svc/http-host/oauth/describe-sign-in';
import { oauthLinks } from '@svc/http-host/oauth/oauth-metadata';
import type { Operation } from '@svc/operations/registry/define-operation';
import { mayNeedApproval, scopesOf } from '@svc/operations/run/checks';
import { CALL_HEADERS } from '../agent-bridge/call-headers.js';
import { SIGN_IN_OPERATIONS } from '../agent-bridge/sign-in-operations.js';
import { BRIDGE, bridgeOperations, type DocumentFacts } from '../documents/bridge.js';
import { tagsOf } from './tags.js';

/** The OpenAPI 3.1 description of what agents may call, and of how they sign in. */
export function describeBridge({ origin, appName, version, operations }: DocumentFacts): object {
  const schemas: Record<string, JsonSchema> = { Error: ERROR_SCHEMA };
  const described = bridgeOperations(operations);
  return {
    openapi: '3.1.0',
    info: describeApiInfo(`${appName} Agent Bridge`, version),
    servers: [{ url: origin }],
    ...oauthLinks({ family: BRIDGE, origin }),
    security: [{ agentBearer: [] }],
    tags: tagsOf(described),
    paths: {
      [`${BRIDGE.api}/schema`]: { get: SCHEMA },
      ...describePaths(SIGN_IN_OPERATIONS, BRIDGE.api, schemas, signInFactsOf),
      ...describeSignIn(BRIDGE),
      ...describePaths(described, BRIDGE.api, schemas, factsOf),
    },
    components: {
      schemas,
      securitySchemes: {
        agentBearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'opaque',
          description: 'Token of a login link or of the device flow.',
        },
      },
    },
  };
}

const TOO_MANY = errorResponse('Too many calls; wait as long as `Retry-After` says.');

/** The path of the bridge's schema, whose format is too long to describe. */
const SCHEMA = {
  operationId: 'agent_schema.get',
  summary: 'List operations with their tiers, scopes and inputs',
  tags: ['agent_schema'],
  security: [],
  responses: {
    '200': {
      description: 'Families of operations, what each tier means, and what each scope allows.',
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: [
              'schemaVersion',
              'families',
              'tiers',
              'defaultScope',
              'supportedScopes',
              'routeScopePolicy',
              'metadata',
            ],
            properties: {
              schemaVersion: { type: 'string' },
              families: { type: 'array', items: { type: 'object' } },
              tiers: { type: 'array', items: { type: 'object' } },
              defaultScope: { type: 'string' },
              supportedScopes: { type: 'array', items: { type: 'string' } },
              routeScopePolicy: { type: 'string' },
              metadata: { type: 'object' },
            },
          },
        },
      },
    },
    default: errorResponse('What was wrong and what to do.'),
  },
};

/** The login link is open to anyone, and ignores idempotency keys. */
function signInFactsOf(): OperationFacts {
  return { tags: ['agent_auth'], security: [], isAnonymous: true, refusals: { '429': TOO_MANY }, extensions: {} };
}

function factsOf(operation: Operation): OperationFacts {
  const { http, tier, destructive, scope } = operation;
  const isSensitive = mayNeedApproval(operation);
  return {
    tags: [operation.family],
    // OpenAPI 3.1 treats the scopes of bearer tokens as role names; here one of them suffices.
    security: scopesOf(operation).map((each) => ({ agentBearer: [each] })),
    image: http.accepts,
    headers: [REQUEST_ID, ACTOR_ID, CHANNEL, ...(isSensitive ? [APPROVAL_ID] : [])],
    refusals: {
      '401': errorResponse(
        'No token, or one that has expired or was revoked; `WWW-Authenticate` says where to get one.',
      ),
      '403': errorResponse(
        isSensitive
          ? 'The token lacks the scope (INSUFFICIENT_SCOPE), or the user must approve first (APPROVAL_REQUIRED, with `nextAction`).'
          : 'The token lacks the scope (INSUFFICIENT_SCOPE).',
      ),
      '429': TOO_MANY,
    },
    extensions: { 'x-svc-tier': tier, 'x-svc-destructive': destructive, 'x-svc-scope': scope },
  };
}

const header = (name: string, description: string, schema: object, required = false): object => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
});

const REQUEST_ID = header(
  CALL_HEADERS.requestId,
  'Id of the call. Use a new one for each call. A write retried with the same id runs once, and returns the first response for 24 hours.',
  { pattern: '^[A-Za-z0-9._-]{1,128}$' },
  true,
);

const NAME = { maxLength: ACTOR_NAME_MAX, pattern: ACTOR_NAME.source };

const ACTOR_ID = header(CALL_HEADERS.actorId, 'The part of your program that calls; shown to the user.', NAME);

const CHANNEL = header(CALL_HEADERS.channel, 'Where the user talks to you, such as `cli`; shown to the user.', NAME);

const APPROVAL_ID = header(
  CALL_HEADERS.approvalId,
  "The user's approval of exactly this call. APPROVAL_REQUIRED names it when it is missing.",
  { format: 'uuid' },
);
