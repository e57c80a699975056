import { ERROR_RESPONSE, ERROR_SCHEMA, toOpenApiSchema, type JsonSchema } from '@svc/chassis/http/openapi-schema';
import type { HostOperation } from '../host-operation.js';
import type { HostParts } from '../host-parts.js';

const API = '/api/shortener/v1';

/** The OpenAPI 3.1 description of this host: its operations, and how agents sign in. */
export function describeHost(operations: readonly HostOperation[], parts: HostParts): object {
  const { origin } = parts.addresses;
  const schemas: Record<string, JsonSchema> = { Error: ERROR_SCHEMA };
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const path = API + operation.http.path.replaceAll(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[operation.http.method.toLowerCase()] = describeOperation(operation, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${parts.appName} shortener`,
      version: parts.version,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: origin }],
    'x-oauth-protected-resource': `${origin}/.well-known/oauth-protected-resource${API}`,
    'x-oauth-authorization-server': `${origin}/.well-known/oauth-authorization-server${API}`,
    'x-oauth-registration': `${origin}${API}/agent/register`,
    'x-oauth-device-authorization': `${origin}${API}/agent/device_authorization`,
    'x-oauth-token': `${origin}${API}/agent/token`,
    security: [{ agentBearer: [] }],
    paths: { ...paths, ...signInPaths() },
    components: {
      schemas,
      securitySchemes: { agentBearer: { type: 'http', scheme: 'bearer', bearerFormat: 'opaque' } },
    },
  };
}

function describeOperation(operation: HostOperation, schemas: Record<string, JsonSchema>): object {
  const { name, summary, description, access, scope, http } = operation;
  const input = toOpenApiSchema(operation.input, 'input', schemas);
  const inPath = new Set([...http.path.matchAll(/:(\w+)/g)].map(([, key]) => key ?? ''));
  const fields = Object.entries(input.properties ?? {});
  const hasBody = http.takesImage === true || (http.method !== 'GET' && fields.some(([field]) => !inPath.has(field)));
  return {
    operationId: name,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(access === 'public' ? { security: [] } : {}),
    ...(access === 'guest-or-agent' ? { security: [{}, { agentBearer: [] }] } : {}),
    parameters: fields.flatMap(([field, schema]) => {
      if (hasBody && !inPath.has(field)) return [];
      const required = inPath.has(field) || (input.required ?? []).includes(field);
      return [{ name: field, in: inPath.has(field) ? 'path' : 'query', required, schema }];
    }),
    ...(hasBody ? { requestBody: { required: true, content: bodyOf(operation, input, inPath) } } : {}),
    responses: {
      [statusOf(operation)]: success(operation, schemas),
      '4XX': ERROR_RESPONSE,
      default: ERROR_RESPONSE,
    },
    ...(scope === undefined ? {} : { 'x-svc-scope': scope }),
  };
}

function bodyOf({ http }: HostOperation, input: JsonSchema, inPath: ReadonlySet<string>): object {
  const properties = Object.fromEntries(Object.entries(input.properties ?? {}).filter(([field]) => !inPath.has(field)));
  const required = (input.required ?? []).filter((field) => !inPath.has(field));
  if (!http.takesImage) return { 'application/json': { schema: { ...input, properties, required } } };
  const withImage = (image: object) => ({
    schema: { ...input, properties: { image, ...properties }, required: ['image', ...required] },
  });
  return {
    'application/json': withImage({ type: 'string', description: 'Base64, or a data URL.' }),
    'multipart/form-data': withImage({ type: 'string', format: 'binary' }),
  };
}

function statusOf({ http, output }: HostOperation): string {
  if (typeof http.status === 'function') return '201';
  return String(http.status ?? (output || http.produces ? 200 : 204));
}

function success({ http, output }: HostOperation, schemas: Record<string, JsonSchema>): object {
  if (http.produces) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return { description: 'The file.', content: { 'image/svg+xml': file, 'image/png': file } };
  }
  if (!output) return { description: 'Done.' };
  return {
    description: 'Done.',
    content: { 'application/json': { schema: toOpenApiSchema(output, 'output', schemas) } },
  };
}

const OAUTH_ERROR = {
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

function signInPaths(): Record<string, object> {
  return {
    [`${API}/agent/register`]: signInPath('register_agent', 'Register a client (RFC 7591)', 'application/json', 201, {
      client_name: 'string',
      client_uri: 'string',
      scope: 'string',
    }),
    [`${API}/agent/device_authorization`]: signInPath(
      'start_device_authorization',
      'Ask for a device code (RFC 8628 section 3.1)',
      'application/x-www-form-urlencoded',
      200,
      { client_id: 'string', scope: 'string' },
    ),
    [`${API}/agent/token`]: signInPath(
      'redeem_device_code',
      'Poll for the token (RFC 8628 section 3.4)',
      'application/x-www-form-urlencoded',
      200,
      { grant_type: 'string', device_code: 'string', client_id: 'string' },
    ),
  };
}

function signInPath(
  operationId: string,
  summary: string,
  contentType: string,
  status: number,
  fields: Readonly<Record<string, string>>,
): object {
  const properties = Object.fromEntries(Object.entries(fields).map(([name, type]) => [name, { type }]));
  const answer = { description: 'Done.', content: { 'application/json': { schema: { type: 'object' } } } };
  return {
    post: {
      operationId,
      summary,
      security: [],
      requestBody: { required: true, content: { [contentType]: { schema: { type: 'object', properties } } } },
      responses: { [status]: answer, 400: OAUTH_ERROR, default: OAUTH_ERROR },
    },
  };
}
