import type { z } from 'zod';
import type { HostCall } from './host-call.js';
import type { HostParts } from './host-parts.js';

/** Scopes of agents on this host; each opens exactly what names it, and no other scope does. */
export type HostScope =
  'shortener.links:read' | 'shortener.links:write' | 'shortener.photos:write' | 'shortener.stats:read';

/**
 * Who may call: anybody; anybody, but agents need the scope; agents with the scope; signed-in users of the dashboard, who come
 * through the gateway.
 */
export type HostAccess = 'public' | 'guest-or-agent' | 'agent' | 'user';

/** A use case of the short-link host, defined once for HTTP, OpenAPI and MCP. */
export interface HostOperationDefinition<Input extends z.ZodObject, Output extends z.ZodType> {
  /** Name of the tool and of the operation. */
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: HostAccess;
  /** Scope that agents need; for `public` none. */
  readonly scope?: HostScope;
  readonly http: {
    readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
    /** Path below `/api/shortener/v1`, with `:name` for inputs that stand in it. */
    readonly path: string;
    /** Default 200, and 204 without an output. */
    readonly status?: 200 | 201 | 202 | ((output: Readonly<Record<string, unknown>>) => number);
    /** The output is a file of a type that follows from the input; there is no `output`. */
    readonly produces?: (input: z.output<Input>) => string;
    /** The body is an image and comes as a stream; the input holds the fields beside it. */
    readonly takesImage?: true;
  };
  /** Also a tool of the MCP endpoint. */
  readonly isTool?: true;
  readonly input: Input;
  /** Absent when success has no body, or is a file. */
  readonly output?: Output;
  /** Refuses the raw input before its shape is looked at, and answers the input to look at. */
  readonly prepare?: (input: Readonly<Record<string, unknown>>, call: HostCall) => Record<string, unknown>;
  /** What it returns is cut down to `output`; a file is returned as it is. */
  readonly run: (input: z.output<Input>, call: HostCall, parts: HostParts) => Promise<unknown>;
}

/** An operation of any input and output, as the surfaces see it. */
export interface HostOperation extends Omit<HostOperationDefinition<z.ZodObject, z.ZodType>, 'run' | 'http'> {
  readonly http: Omit<HostOperationDefinition<z.ZodObject, z.ZodType>['http'], 'produces'> & {
    readonly produces?: (input: never) => string;
  };
  readonly run: (input: never, call: HostCall, parts: HostParts) => Promise<unknown>;
}

export function defineHostOperation<Input extends z.ZodObject, Output extends z.ZodType = z.ZodUnknown>(
  definition: HostOperationDefinition<Input, Output>,
): HostOperation {
  return definition;
}
