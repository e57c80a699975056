import type { AgentScope } from '@svc/chassis/calls/agent-scopes';
import type { HttpOperation, HttpRoute } from '@svc/http-host/http/http-operation';
import type { z } from 'zod';
import type { HostScope } from '../routes/family.js';
import type { HostCall } from './host-call.js';
import type { HostParts } from './host-parts.js';

/** Allowed callers: anyone; anyone, except agents without the scope; agents with the scope; dashboard users, through the gateway. */
export type HostAccess = 'public' | 'guest-or-agent' | 'agent' | 'user';

/** A use case of the short-link host, defined once for HTTP, OpenAPI and MCP. */
export interface HostOperationDefinition<Input extends z.ZodObject, Output extends z.ZodType> extends HttpOperation {
  readonly access: HostAccess;
  /** Scope that agents need; none for `public`. */
  readonly scope?: HostScope;
  /** Agent Bridge scope for agents that act for a user through the gateway. */
  readonly bridgeScope?: AgentScope;
  readonly http: HttpRoute & {
    /** The body is a streamed image; the input holds the other fields. */
    readonly takesImage?: true;
  };
  /** Whether the operation is also an MCP tool. */
  readonly isTool?: true;
  readonly input: Input;
  /** Absent when the response has no body or is a file. */
  readonly output?: Output;
  /** Runs on the raw input before validation: rejects it, or returns the input to validate. */
  readonly prepare?: (input: Readonly<Record<string, unknown>>, call: HostCall) => Readonly<Record<string, unknown>>;
  /** Rejects a call before its image is read, which is the expensive part. */
  readonly beforeImage?: (call: HostCall, parts: HostParts) => Promise<void>;
  /** Returns the result, which is stripped to the fields of `output`; a `SmallFile` with `fileTypes`. */
  readonly run: (input: z.output<Input>, call: HostCall, parts: HostParts) => Promise<unknown>;
}

/** An operation with erased input and output types, for the surfaces. */
export interface HostOperation extends Omit<HostOperationDefinition<z.ZodObject, z.ZodType>, 'run'> {
  readonly run: (input: never, call: HostCall, parts: HostParts) => Promise<unknown>;
}

export function defineHostOperation<Input extends z.ZodObject, Output extends z.ZodType = z.ZodUnknown>(
  definition: HostOperationDefinition<Input, Output>,
): HostOperation {
  return definition;
}
