import type { z } from 'zod';
import type { OperationContext } from './operation-context.js';

/**
 * Who may call: anybody, without a look at sessions (`public`); anybody, known when signed in (`anyone`); a signed-in user; a
 * signed-in administrator.
 */
export type OperationAccess = 'public' | 'anyone' | 'user' | 'admin';

/** 0 reads, 1 writes in the course of the work, 2 writes that agents need an approval for. */
export type Tier = 0 | 1 | 2;

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type SuccessStatus = 200 | 201 | 202 | 204;

/** How the operation looks over HTTP; everything else about HTTP follows from the rest of the definition. */
export interface HttpProjection {
  /** Methods that mean the same; the first is the one that is documented first. */
  readonly method: HttpMethod | readonly [HttpMethod, ...HttpMethod[]];
  /** Path below `/api`, with `:name` for inputs that stand in it. */
  readonly path: string;
  /** Status of success; default 200, and 204 without an output. A function decides between 200 and 201 by the output. */
  readonly status?: SuccessStatus | ((output: Readonly<Record<string, unknown>>) => SuccessStatus);
  /** Path of a created record below `/api`, with `:name` for fields of the output. */
  readonly location?: string;
  /** The output is a file of this type, not JSON: `run` answers its pieces as an AsyncIterable of text, and there is no `output`. */
  readonly produces?: 'text/csv';
  /** The output is a small file of one of these types: `run` answers a `SmallFile`, and there is no `output`. */
  readonly fileTypes?: readonly [string, ...string[]];
  /**
   * Types of a body that the gateway does not read but streams to a service with `forwardBody`; the service checks its fields.
   */
  readonly accepts?: readonly [string, ...string[]];
  /** Name under which that file is saved; default the end of the path. */
  readonly filename?: string;
  /** Largest body, such as `8mb`; default `1mb`. */
  readonly bodyLimit?: string;
  /** The output opens the browser's session, the call ends it, or it is about an external share's viewing pass. */
  readonly session?: 'opens' | 'ends' | 'views';
}

/** A file that is made as a whole. */
export interface SmallFile {
  readonly contentType: string;
  readonly content: string | Uint8Array;
}

/** A use case, defined once for every surface. */
export interface OperationDefinition<Input extends z.ZodObject, Output extends z.ZodType> {
  /** Name of the tool for agents and of the operation in activity, such as `deals.add_video`. */
  readonly name: string;
  /** One line for people and agents. */
  readonly summary: string;
  /** What a caller has to know beyond the summary. */
  readonly description?: string;
  /** Default `user`. */
  readonly access?: OperationAccess;
  readonly tier: Tier;
  /** Deletes something for good; always needs an approval from agents. */
  readonly destructive: boolean;
  /** Scope that an agent's token needs; operations without one are closed to agents. */
  readonly scope?: 'svc.read' | 'svc.write.low_risk' | 'svc.write.sensitive';
  readonly http: HttpProjection;
  readonly input: Input;
  /** Absent when success has no body. */
  readonly output?: Output;
  /** Calls the service. What it returns is cut down to `output`, which is the list of all that may leave. */
  readonly run: (input: z.output<Input>, context: OperationContext) => Promise<unknown>;
}

/** An operation of any input and output, as the surfaces see it. */
export interface Operation extends Omit<OperationDefinition<z.ZodObject, z.ZodType>, 'run' | 'access'> {
  readonly access: OperationAccess;
  readonly run: (input: never, context: OperationContext) => Promise<unknown>;
}

/** Defines a use case; adding it to the registry puts it on every surface. */
export function defineOperation<Input extends z.ZodObject, Output extends z.ZodType = z.ZodUnknown>(
  definition: OperationDefinition<Input, Output>,
): Operation {
  return { access: 'user', ...definition };
}
