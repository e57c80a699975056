import { ERROR_RESPONSE, ERROR_SCHEMA, toOpenApiSchema, type JsonSchema } from '@svc/chassis/http/openapi-schema';
import type { Operation } from '@svc/operations/define-operation';
import { methodsOf } from './dashboard.js';

/** The OpenAPI 3.1 description of all operations but those of administrators. */
export function describeApi(operations: readonly Operation[], appName: string, version: string): object {
  const schemas: Record<string, JsonSchema> = { Error: ERROR_SCHEMA };
  const paths: Record<string, Record<string, object>> = { ...HEALTH_PATHS };
  for (const operation of operations) {
    if (operation.access === 'admin') continue;
    const path = `/api${operation.http.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    methodsOf(operation).forEach((method, index) => {
      const operationId = index === 0 ? operation.name : `${operation.name}.${method.toLowerCase()}`;
      (paths[path] ??= {})[method.toLowerCase()] = describeOperation(operation, method, operationId, schemas);
    });
  }
  return {
    openapi: '3.1.0',
    info: { title: `${appName} API`, version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { bearer: [] }],
    tags: tagsOf(operations),
    paths,
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'svc_session' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}

function isOpen({ access }: Operation): boolean {
  return access === 'public' || access === 'anyone';
}

function tagOf(operation: Operation): string {
  return operation.name.split('.')[0] ?? operation.name;
}

function tagsOf(operations: readonly Operation[]): object[] {
  const visible = operations.filter(({ access }) => access !== 'admin');
  return [...new Set(visible.map(tagOf))].toSorted().map((name) => ({ name }));
}

function describeOperation(
  operation: Operation,
  method: string,
  operationId: string,
  schemas: Record<string, JsonSchema>,
): object {
  const input = toOpenApiSchema(operation.input, 'input', schemas);
  const inPath = new Set([...operation.http.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? ''));
  const inBody = method !== 'GET' && hasOtherFields(input, inPath);
  const writes = method !== 'GET';
  return {
    operationId,
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    tags: [tagOf(operation)],
    ...(isOpen(operation) ? { security: [] } : {}),
    parameters: [
      ...parameters(input, (name) => (inPath.has(name) ? 'path' : inBody ? undefined : 'query')),
      ...(method === 'POST' && operation.access !== 'public' ? [IDEMPOTENCY_KEY_PARAMETER] : []),
      ...(['PATCH', 'PUT', 'DELETE'].includes(method) ? [IF_MATCH_PARAMETER] : []),
    ],
    ...(inBody
      ? { requestBody: { required: true, content: { 'application/json': { schema: withoutFields(input, inPath) } } } }
      : {}),
    ...(operation.http.accepts ? { requestBody: { required: true, content: uploadOf(operation.http.accepts) } } : {}),
    responses: {
      ...Object.fromEntries(statusesOf(operation).map((status) => [status, success(operation, schemas)])),
      ...(writes || operation.access !== 'public' ? { '4XX': ERROR_RESPONSE } : {}),
      default: ERROR_RESPONSE,
    },
    'x-svc-tier': operation.tier,
    'x-svc-destructive': operation.destructive,
    ...(operation.scope === undefined ? {} : { 'x-svc-scope': operation.scope }),
  };
}

function statusesOf({ http, output }: Operation): string[] {
  if (typeof http.status === 'function') return ['200', '201'];
  return [String(http.status ?? (output || http.produces || http.fileTypes ? 200 : 204))];
}

function success(operation: Operation, schemas: Record<string, JsonSchema>): object {
  const { produces, fileTypes } = operation.http;
  if (fileTypes) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return { description: 'The file.', content: Object.fromEntries(fileTypes.map((type) => [type, file])) };
  }
  if (produces) return { description: 'The file.', content: { [produces]: { schema: { type: 'string' } } } };
  if (!operation.output) return { description: 'Done.' };
  const schema = toOpenApiSchema(operation.output, 'output', schemas);
  return { description: 'Done.', content: { 'application/json': { schema } } };
}

/** A body that a service reads: an image, and beside it whatever fields the description names. */
function uploadOf(types: readonly string[]): object {
  const binary = { type: 'string', format: 'binary' };
  const schemaOf = (type: string): object => {
    if (!type.endsWith('/json') && !type.startsWith('multipart/')) return binary;
    const image = type.endsWith('/json') ? { type: 'string' } : binary;
    return { type: 'object', required: ['image'], properties: { image }, additionalProperties: true };
  };
  return Object.fromEntries(types.map((type) => [type, { schema: schemaOf(type) }]));
}

function parameters(input: JsonSchema, placeOf: (name: string) => 'path' | 'query' | undefined): object[] {
  return Object.entries(input.properties ?? {}).flatMap(([name, schema]) => {
    const place = placeOf(name);
    if (place === undefined) return [];
    const required = place === 'path' || (input.required ?? []).includes(name);
    return [{ name, in: place, required, schema }];
  });
}

function hasOtherFields(input: JsonSchema, inPath: ReadonlySet<string>): boolean {
  return Object.keys(input.properties ?? {}).some((name) => !inPath.has(name));
}

function withoutFields(input: JsonSchema, names: ReadonlySet<string>): JsonSchema {
  return {
    ...input,
    properties: Object.fromEntries(Object.entries(input.properties ?? {}).filter(([name]) => !names.has(name))),
    required: (input.required ?? []).filter((name) => !names.has(name)),
  };
}

const IDEMPOTENCY_KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Repeating a request with the same key within 24 hours gives the first answer again.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const IF_MATCH_PARAMETER = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'ETag of the record as you know it; when it has changed since, the answer is 412.',
  schema: { type: 'string' },
};

const HEALTH_PATHS = {
  '/api/health': { get: healthPath('health.get', 'Whether the gateway runs') },
  '/api/readiness': { get: healthPath('health.readiness', 'Whether every dependency can do its work') },
};

function healthPath(operationId: string, summary: string): object {
  const answer = { description: 'Yes.', content: { 'application/json': { schema: { type: 'object' } } } };
  const refusal = { ...answer, description: 'Not now; the checks say what is away.' };
  const responses = operationId === 'health.get' ? { 200: answer } : { 200: answer, 503: refusal };
  return { operationId, summary, tags: ['health'], security: [], responses };
}
