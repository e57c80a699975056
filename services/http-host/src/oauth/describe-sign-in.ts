import { DEVICE_GRANT } from './device-flow-routes.js';
import { type AgentFamily, signInAddresses } from './oauth-metadata.js';

type Properties = Readonly<Record<string, object>>;

const object = (properties: Properties, required: readonly string[]): object => ({
  type: 'object',
  required,
  properties,
});

const text = (description: string): object => ({ type: 'string', description });

const ERROR = {
  description: 'What was wrong (RFC 6749 section 5.2).',
  content: {
    'application/json': {
      schema: object({ error: { type: 'string' }, error_description: { type: 'string' } }, ['error']),
    },
  },
};

const FORM = 'application/x-www-form-urlencoded';

/** Returns the OpenAPI paths with which agents of a family sign in. */
export function describeSignIn(family: AgentFamily): Record<string, object> {
  const { registration, deviceAuthorization, token } = signInAddresses(family);
  const scope = text(`Scopes separated by spaces, of: ${family.scopes.join(', ')}.`);
  const resource = {
    type: 'string',
    format: 'uri',
    description: `The address of ${family.api} or a path below it (RFC 8707).`,
  };
  const clientId = text('The `client_id` of the registration.');
  return {
    [registration]: describe(
      { operationId: 'register_agent', summary: 'Register a client (RFC 7591)' },
      'application/json',
      object(
        {
          client_name: text('Your name, as the user sees it.'),
          client_uri: text('Your home page: an https address.'),
          scope,
          token_endpoint_auth_method: { type: 'string', enum: ['none'] },
        },
        ['client_name'],
      ),
      [201, REGISTERED],
    ),
    [deviceAuthorization]: describe(
      { operationId: 'start_device_authorization', summary: 'Request a device code (RFC 8628 section 3.1)' },
      FORM,
      object({ client_id: clientId, scope, resource }, ['client_id']),
      [200, STARTED],
    ),
    [token]: describe(
      {
        operationId: 'redeem_device_code',
        summary: 'Poll for the token (RFC 8628 section 3.4)',
        description:
          'The response has the token and `account`, the `name` and `email` of its user. Ask the user whether it is theirs.',
      },
      FORM,
      object(
        {
          grant_type: { type: 'string', enum: [DEVICE_GRANT] },
          device_code: text('The `device_code` of the device authorization.'),
          client_id: clientId,
          resource,
        },
        ['grant_type', 'device_code', 'client_id'],
      ),
      [200, TOKEN],
    ),
  };
}

const REGISTERED = object(
  {
    client_id: { type: 'string' },
    client_id_issued_at: { type: 'integer', description: 'In seconds since 1970.' },
    client_name: { type: 'string' },
    client_uri: { type: 'string' },
    grant_types: { type: 'array', items: { type: 'string' } },
    response_types: { type: 'array', items: { type: 'string' } },
    token_endpoint_auth_method: { type: 'string', enum: ['none'] },
    scope: text('The only scopes that the client can request; absent when the registration named none.'),
  },
  ['client_id', 'client_id_issued_at', 'client_name', 'grant_types', 'response_types', 'token_endpoint_auth_method'],
);

const STARTED = object(
  {
    device_code: text('Secret: never show it.'),
    user_code: text('The page shows the same code, so that the user can compare.'),
    verification_uri: text('The page where the user enters the code.'),
    verification_uri_complete: text('The same page with the code.'),
    expires_in: { type: 'integer', description: 'Lifetime of the codes in seconds.' },
    interval: { type: 'integer', description: 'Seconds to wait between two polls.' },
  },
  ['device_code', 'user_code', 'verification_uri', 'verification_uri_complete', 'expires_in', 'interval'],
);

const TOKEN = object(
  {
    access_token: { type: 'string' },
    token_type: { type: 'string', enum: ['Bearer'] },
    expires_in: { type: 'integer', description: 'Lifetime of the token in seconds.' },
    scope: text('The granted scopes, separated by spaces.'),
    account: object({ name: { type: 'string' }, email: { type: 'string' } }, ['name', 'email']),
  },
  ['access_token', 'token_type', 'expires_in', 'scope'],
);

function describe(
  named: object,
  contentType: string,
  request: object,
  [status, answer]: readonly [status: number, answer: object],
): object {
  return {
    post: {
      ...named,
      security: [],
      requestBody: { required: true, content: { [contentType]: { schema: request } } },
      responses: {
        [status]: { description: 'Done.', content: { 'application/json': { schema: answer } } },
        400: ERROR,
        default: ERROR,
      },
    },
  };
}
