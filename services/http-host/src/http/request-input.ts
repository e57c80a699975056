import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import { validationError } from '@svc/chassis/schemas/parse-input';

/** The parts of a parsed request that carry input. */
export interface RequestParts {
  readonly body?: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A request that a router has taken apart. */
export interface RoutedRequest extends IncomingMessage, RequestParts {}

/**
 * The input of an operation as a request carries it: names in the path, the query, and the fields of a JSON body. Values of the
 * query are text; those of number and yes/no fields are read as such, and an empty one counts as left out. A name of the path may not come again elsewhere.
 */
export function readInput(schema: z.ZodObject, request: RequestParts): Record<string, unknown> {
  const body: unknown = request.body ?? {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationError([{ path: '', message: 'The body must be a JSON object.' }]);
  }
  const query = readQuery(schema, request.query);
  const twice = Object.keys(request.params).find((name) => name in body || name in query);
  if (twice !== undefined) {
    throw validationError([{ path: twice, message: 'stands in the path already. Leave it out.' }]);
  }
  return { ...query, ...body, ...request.params };
}

function readQuery(schema: z.ZodObject, query: RequestParts['query']): Record<string, unknown> {
  // Forms send fields that were left empty, and some clients a `_` to get past caches.
  const given = Object.entries(query).filter(([name, value]) => value !== '' && name !== '_');
  return readTexts(schema, Object.fromEntries(given));
}

/** Values that came as text, in a query or a form: those of number and yes/no fields are read as such, where they can be. */
export function readTexts(schema: z.ZodObject, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    return [name, typeof value === 'string' ? readValue(field, value) : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function readValue(schema: z.core.$ZodType | undefined, value: string): unknown {
  switch (innerType(schema)) {
    case 'number':
      return /^-?\d{1,15}(\.\d+)?$/.test(value) ? Number(value) : value;
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value;
    default:
      return value;
  }
}

/** The kind of value below `optional`, `nullable` and `default`. */
function innerType(schema: z.core.$ZodType | undefined): string | undefined {
  const definition = schema?._zod.def as { type: string; innerType?: z.core.$ZodType } | undefined;
  return definition?.innerType ? innerType(definition.innerType) : definition?.type;
}
