import type { AgentScope } from '@svc/chassis/calls/agent-scopes';
import type { HttpOperation, HttpRoute } from '@svc/http-host/http/http-operation';
import type { z } from 'zod';
import type { HostScope } from '../routes/family.js';
import type { HostCall } from './host-call.js';
import type { HostParts } from './host-parts.js';

/**
 * Who may call: anyone; anyone, but agents need the scope; agents with the scope; signed-in users of the dashboard, who come
 * through the gateway.
 */
export type HostAccess = 'public' | 'guest-or-agent' | 'agent' | 'user';

/** A use case of the short-link host, defined once for HTTP, OpenAPI and MCP. */
export interface HostOperationDefinition<Input extends z.ZodObject, Output extends z.ZodType> extends HttpOperation {
  readonly access: HostAccess;
  /** Scope that agents need; for `public` none. */
  readonly scope?: HostScope;
  /** Scope of the product's other family that an agent needs which acts for a user through the gateway. */
  readonly bridgeScope?: AgentScope;
  readonly http: HttpRoute & {
    /** The body is an image and comes as a stream; the input holds the fields beside it. */
    readonly takesImage?: true;
  };
  /** Also a tool of the MCP endpoint. */
  readonly isTool?: true;
  readonly input: Input;
  /** Absent when success has no body, or is a file. */
  readonly output?: Output;
  /** Looks at the raw input before its shape is: refuses it, or answers what of it counts. */
  readonly prepare?: (input: Readonly<Record<string, unknown>>, call: HostCall) => Readonly<Record<string, unknown>>;
  /** Refuses a call before its image is read: reading it is what costs. */
  readonly beforeImage?: (call: HostCall, parts: HostParts) => Promise<void>;
  /** The result is reduced to the fields of `output`; with `fileTypes` it is a `SmallFile`. */
  readonly run: (input: z.output<Input>, call: HostCall, parts: HostParts) => Promise<unknown>;
}

/** An operation of any input and output, as the surfaces see it. */
export interface HostOperation extends Omit<HostOperationDefinition<z.ZodObject, z.ZodType>, 'run'> {
  readonly run: (input: never, call: HostCall, parts: HostParts) => Promise<unknown>;
}

export function defineHostOperation<Input extends z.ZodObject, Output extends z.ZodType = z.ZodUnknown>(
  definition: HostOperationDefinition<Input, Output>,
): HostOperation {
  return definition;
}
