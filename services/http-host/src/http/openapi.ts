import { type JsonSchema, toJsonSchema } from '@svc/chassis/schemas/json-schema';
import { z } from 'zod';
import { type HttpMethod, type HttpOperation, methodsOf, namesInPath } from './http-operation.js';

const REF = '#/components/schemas/';

/** Converts an operation's input or output to JSON Schema; named schemas in it move to `schemas`, the document's components. */
function toOpenApiSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Record<string, JsonSchema>): JsonSchema {
  const text = JSON.stringify(toJsonSchema(schema, io)).replaceAll('"#/$defs/', `"${REF}`);
  const { $defs = {}, ...whole } = JSON.parse(text) as JsonSchema & { $defs?: Record<string, JsonSchema> };
  for (const [name, definition] of Object.entries($defs)) schemas[name] = withoutId(definition);
  if (whole.id === undefined) return whole;
  schemas[whole.id] = withoutId(whole);
  return { $ref: `${REF}${whole.id}` };
}

function withoutId({ id: _id, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

/** Returns the general part of an OpenAPI document. */
export function describeApiInfo(title: string, version: string): object {
  return {
    title,
    version,
    description:
      'Texts are trimmed unless a field says otherwise, and lengths apply to the trimmed text. ' +
      'An empty text clears a field that may be null. In the query, an empty value counts as absent.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  };
}

/** The envelope of all errors, for the component `Error`. */
export const ERROR_SCHEMA: JsonSchema = z.toJSONSchema(
  z.object({
    // Some codes have additional members.
    error: z.looseObject({
      code: z.string().describe('Stable error code.'),
      message: z.string().describe('What was wrong and what to do.'),
      details: z.array(z.object({ path: z.string(), message: z.string() })),
      requestId: z.string(),
    }),
  }),
);
delete ERROR_SCHEMA.$schema;

/** Describes an error response; requires the component `Error`. */
export function errorResponse(description: string): object {
  return { description, content: { 'application/json': { schema: { $ref: `${REF}Error` } } } };
}

const ERROR_RESPONSE = errorResponse('What was wrong and what to do.');

/** A surface's additions to the definition of an operation. */
export interface OperationFacts {
  readonly tags?: readonly string[];
  /** Required credentials, if they differ from the document's own `security`. */
  readonly security?: readonly object[] | undefined;
  /** The operation needs no sign-in, so an idempotency key has no owner and no effect. */
  readonly isAnonymous?: boolean;
  /** Media types of a body with an image, and its other fields. */
  readonly image?: { readonly types: readonly string[]; readonly fields: z.ZodObject } | undefined;
  /** Statuses of success; those of the definition when absent. */
  readonly statuses?: readonly string[];
  /** Request headers of the surface besides those of the definition. */
  readonly headers?: readonly object[];
  /** Descriptions of refusals by status. */
  readonly refusals?: Readonly<Record<string, object>>;
  /** Extensions, such as `x-svc-tier`. */
  readonly extensions: Readonly<Record<string, unknown>>;
}

type Paths = Record<string, Record<string, object>>;

/** Describes operations as paths of an OpenAPI 3.1 document; adds named schemas to `schemas`, its components. */
export function describePaths<Operation extends HttpOperation>(
  operations: readonly Operation[],
  base: string,
  schemas: Record<string, JsonSchema>,
  factsOf: (operation: Operation) => OperationFacts,
): Paths {
  const paths: Paths = {};
  for (const operation of operations) {
    const path = base + operation.http.path.replaceAll(/:(\w+)/g, '{$1}');
    methodsOf(operation).forEach((method, index) => {
      const operationId = index === 0 ? operation.name : `${operation.name}.${method.toLowerCase()}`;
      const described = describeOperation(operation, method, schemas, factsOf(operation));
      (paths[path] ??= {})[method.toLowerCase()] = { operationId, ...described };
    });
  }
  return paths;
}

function describeOperation(
  operation: HttpOperation,
  method: HttpMethod,
  schemas: Record<string, JsonSchema>,
  facts: OperationFacts,
): object {
  const { summary, description, http } = operation;
  const { tags, security, isAnonymous, image, statuses = statusesOf(operation), extensions } = facts;
  const input = toOpenApiSchema(operation.input, 'input', schemas);
  const inPath = namesInPath(http.path);
  const outside = withoutFields(input, inPath);
  const hasFields = method !== 'GET' && Object.keys(outside.properties ?? {}).length > 0;
  const content = image
    ? imageContent(image.types, withoutFields(toOpenApiSchema(image.fields, 'input', schemas), inPath))
    : { 'application/json': { schema: outside } };
  const heedsKey = method !== 'GET' && !isAnonymous && http.idempotencyKey !== 'ignored';
  return {
    summary,
    ...(description === undefined ? {} : { description }),
    ...(tags ? { tags } : {}),
    ...(security ? { security } : {}),
    parameters: [
      ...parameters(input, (name) => (inPath.has(name) ? 'path' : hasFields || image ? undefined : 'query')),
      ...(heedsKey ? [IDEMPOTENCY_KEY_PARAMETER] : []),
      ...(http.version === 'checked' ? [IF_MATCH_PARAMETER] : []),
      ...(http.ranges ? [RANGE_PARAMETER, IF_NONE_MATCH_PARAMETER] : []),
      ...(facts.headers ?? []),
    ],
    ...(hasFields || image ? { requestBody: { required: true, content } } : {}),
    responses: {
      ...Object.fromEntries(statuses.map((status) => [status, success(operation, schemas)])),
      ...(http.ranges
        ? { '206': success(operation, schemas), '304': { description: 'The file has not changed.' } }
        : {}),
      ...facts.refusals,
      '4XX': ERROR_RESPONSE,
      default: ERROR_RESPONSE,
    },
    ...extensions,
  };
}

function statusesOf({ http, output }: HttpOperation): string[] {
  if (typeof http.status === 'function') return (http.statuses ?? [200, 201]).map(String);
  return [String(http.status ?? (output || http.produces || http.fileTypes ? 200 : 204))];
}

function success({ http, output }: HttpOperation, schemas: Record<string, JsonSchema>): object {
  const { produces, fileTypes } = http;
  if (fileTypes) {
    const file = { schema: { type: 'string', format: 'binary' } };
    return { description: 'The file.', content: Object.fromEntries(fileTypes.map((type) => [type, file])) };
  }
  if (produces) return { description: 'The file.', content: { [produces]: { schema: { type: 'string' } } } };
  if (!output) return { description: 'Done.' };
  const schema = toOpenApiSchema(output, 'output', schemas);
  const events = http.events ? { 'text/event-stream': { schema: { type: 'string' } } } : {};
  return { description: 'Done.', content: { 'application/json': { schema }, ...events } };
}

/** Describes an image in each media type: alone, or in one of several fields. */
function imageContent(types: readonly string[], schema: JsonSchema): object {
  const binary = { type: 'string', format: 'binary' };
  const { properties = {}, required = [] } = schema;
  const schemaOf = (type: string): object => {
    if (type !== 'application/json' && !type.startsWith('multipart/')) return binary;
    const image = type === 'application/json' ? { type: 'string', description: 'Base64, or a data URL.' } : binary;
    return { ...schema, properties: { image, ...properties }, required: ['image', ...required] };
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

/** Returns the schema of the inputs that are not in the path. */
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
  description:
    'Repeating a request with the same key within 24 hours returns the first response. Ignored without a credential.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const IF_MATCH_PARAMETER = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'ETag of the record as you read it. If the record has changed, the response is 412.',
  schema: { type: 'string' },
};

const RANGE_PARAMETER = {
  name: 'Range',
  in: 'header',
  required: false,
  description: 'One range of bytes, such as `bytes=0-1023`; for several ranges, the whole file is returned.',
  schema: { type: 'string' },
};

const IF_NONE_MATCH_PARAMETER = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of the file you have. If the file has not changed, the response is 304.',
  schema: { type: 'string' },
};
