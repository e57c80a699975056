import type { IncomingMessage } from 'node:http';
import { validationError } from '@svc/chassis/schemas/parse-input';
import type { z } from 'zod';

/** The parts of a parsed request that carry input. */
export interface RequestParts {
  readonly body?: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A request as parsed by a router. */
export interface RoutedRequest extends IncomingMessage, RequestParts {}

/**
 * Collects the input of an operation from a request: path parameters, query, and fields of a JSON body. Query values are text; those of number and
 * boolean fields are parsed, and one that is empty or white space counts as unset. A path parameter must not be repeated elsewhere.
 */
export function readInput(schema: z.ZodObject, request: RequestParts): Record<string, unknown> {
  const body: unknown = request.body ?? {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw validationError([{ path: '', message: 'The body must be a JSON object.' }]);
  }
  const query = readQuery(schema, request.query);
  const twice = Object.keys(request.params).find((name) => name in body || name in query);
  if (twice !== undefined) {
    throw validationError([{ path: twice, message: 'is already in the path. Leave it out.' }]);
  }
  return { ...query, ...body, ...request.params };
}

function readQuery(schema: z.ZodObject, query: RequestParts['query']): Record<string, unknown> {
  // Forms send empty fields, and some clients add `_` to bypass caches.
  const present = Object.entries(query).filter(([name, value]) => !isBlank(value) && name !== '_');
  const repeated = present.find(([name, value]) => Array.isArray(value) && !isList(fieldOf(schema, name)));
  if (repeated)
    throw validationError([{ path: repeated[0], message: 'is in the query more than once. Send it once.' }]);
  return readTexts(schema, Object.fromEntries(present));
}

/** Whether nothing is left of a text once it is trimmed. */
function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === '';
}

/** Reads text values of a query or a form: those of number and boolean fields are parsed where possible. */
export function readTexts(schema: z.ZodObject, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(values).map(([name, value]) => {
    return [name, typeof value === 'string' ? readValue(fieldOf(schema, name), value) : value];
  });
  return Object.fromEntries(entries) as Record<string, unknown>;
}

function fieldOf({ shape }: z.ZodObject, name: string): z.core.$ZodType | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

/** Includes unknown fields, which are refused as unknown even if repeated. */
function isList(field: z.core.$ZodType | undefined): boolean {
  return field === undefined || innerType(field) === 'array';
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

/** Returns the type of a value inside `optional`, `nullable` and `default`. */
function innerType(schema: z.core.$ZodType | undefined): string | undefined {
  const definition = schema?._zod.def as { type: string; innerType?: z.core.$ZodType } | undefined;
  return definition?.innerType ? innerType(definition.innerType) : definition?.type;
}
