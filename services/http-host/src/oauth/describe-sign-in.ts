import { type AgentFamily, signInAddresses } from './oauth-metadata.js';

const ERROR = {
  description: 'What was wrong (RFC 6749 section 5.2).',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['error'],
        properties: { error: { type: 'string' }, error_description: { type: 'string' } },
      },
    },
  },
};

const FORM = 'application/x-www-form-urlencoded';

/** The OpenAPI paths by which agents of a family sign in. */
export function describeSignIn(family: AgentFamily): Record<string, object> {
  const { registration, deviceAuthorization, token } = signInAddresses(family);
  const metadata = { operationId: 'register_agent', summary: 'Register a client (RFC 7591)' };
  const start = {
    operationId: 'start_device_authorization',
    summary: 'Request a device code (RFC 8628 section 3.1)',
  };
  const poll = {
    operationId: 'redeem_device_code',
    summary: 'Poll for the token (RFC 8628 section 3.4)',
    description:
      'The response has the token and `account`, the `name` and `email` of its user. Ask the user whether it is theirs.',
  };
  return {
    [registration]: describe(metadata, 'application/json', 201, ['client_name', 'client_uri', 'scope']),
    [deviceAuthorization]: describe(start, FORM, 200, ['client_id', 'scope']),
    [token]: describe(poll, FORM, 200, ['grant_type', 'device_code', 'client_id']),
  };
}

function describe(named: object, contentType: string, status: number, fields: readonly string[]): object {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]));
  const answer = { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } };
  return {
    post: {
      ...named,
      security: [],
      requestBody: { required: true, content: { [contentType]: { schema: { type: 'object', properties } } } },
      responses: { [status]: answer, 400: ERROR, default: ERROR },
    },
  };
}
