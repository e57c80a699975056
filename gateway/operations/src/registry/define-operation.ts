import type { AgentScope } from '@svc/chassis/calls/agent-scopes';
import type { StreamEvent } from '@svc/http-host/http/event-stream';
import type { HttpRoute } from '@svc/http-host/http/http-operation';
import type { AcceptedImage } from '@svc/image-routes/image-route';
import type { z } from 'zod';
import type { FieldChange, OperationContext } from '../run/operation-context.js';

/**
 * Who may call: `public`, anyone, without a session lookup; `anyone`, identified if signed in; `user`, a signed-in user; `admin`, a signed-in
 * administrator; `adapter`, an adapter run by the operator.
 */
export type OperationAccess = 'public' | 'anyone' | 'user' | 'admin' | 'adapter';

/** 0 reads, 1 routine writes, 2 writes for which agents need an approval. */
export type Tier = 0 | 1 | 2;

/** HTTP route below `/api`; every other HTTP detail follows from the definition. */
export interface HttpProjection extends HttpRoute {
  /** Accepts an image, which the gateway streams unread to a service with `forwardBody`. `input` then holds only path parameters. */
  readonly accepts?: AcceptedImage;
  /** Maximum body size in bytes; by default 1 MB, or a few kilobytes for calls without sign-in. */
  readonly bodyBytesMax?: number;
  /** Stays available to everyone during maintenance, such as sign-in. */
  readonly maintenance?: 'open';
  /** Whether the call opens or ends the browser's session, or uses an external share's viewing pass. */
  readonly session?: 'opens' | 'ends' | 'views';
}

/** The record that a call changes, and how to read it. */
export interface Target {
  /** Operation that reads the record, or a list containing it. */
  readonly read: string;
  /** Inputs shared by both operations that identify the record. */
  readonly by: readonly string[];
  /** For a list: the input with the item's id. */
  readonly item?: string;
}

/** A use case, defined once for all surfaces. */
export interface OperationDefinition<
  Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType | undefined,
> {
  /** Tool name for agents and operation name in activity, such as `deals.add_video`. */
  readonly name: Name;
  /** Group in descriptions and tool lists; defaults to the part of the name before its first dot. */
  readonly family?: string;
  /** One line for users and agents. */
  readonly summary: string;
  /** Details for callers beyond the summary. */
  readonly description?: string;
  /** Defaults to `user`. */
  readonly access?: OperationAccess;
  readonly tier: Tier;
  /** Other families whose data this write makes stale, so that the app refetches them. */
  readonly affects?: readonly string[];
  /** Whether it deletes something permanently, which always needs an approval from agents; defaults to false. */
  readonly destructive?: boolean;
  /** Scope that agents need; operations without one are closed to agents. */
  readonly scope?: AgentScope;
  /** Alternative scopes, for agents that need the operation as part of other calls. */
  readonly otherScopes?: readonly AgentScope[];
  /**
   * Whether an agent's call with this input needs an approval although its tier does not. Neither the agent nor the operator's settings can
   * override it.
   */
  asksApproval?(input: z.output<Input>): boolean;
  /** Whether a call with this input changes nothing, and so needs no approval regardless of its tier. */
  changesNothing?(input: z.output<Input>): boolean;
  /** Marks a POST as idempotent: repeating it with the same input has no further effect. Other methods always are. */
  readonly repeatable?: true;
  /** Only for agents; the dashboard does not offer it. */
  readonly audience?: 'agents';
  /**
   * Whether the output contains text that someone other than the caller may have written, whose instructions a model might follow: pages, captions,
   * comments, transcripts, agents' claims about themselves, or text of other users outside of a record that names its owner (`ownerId`, `access`). A
   * list names the only fields with such text. Absent when all text is in records that name their owners.
   */
  readonly holdsForeignText?: boolean | readonly string[];
  /** Included in the short list of tools that agents see first. */
  readonly core?: true;
  /** The existing record that this write changes. */
  readonly target?: Target;
  /** Describes the call to the approving user when its input alone is not clear enough. Throws VALIDATION_ERROR for unreadable input. */
  preview?(input: z.output<Input>, context: OperationContext): Promise<readonly FieldChange[]>;
  /** Changes data cached with the caller, such as settings, without revoking a right; the next request must see the change. */
  readonly changesCaller?: true;
  readonly http: HttpProjection;
  readonly input: Input;
  /** Absent when a success has no body. */
  readonly output?: Output;
  /** Calls the service. The result is reduced to the fields of `output`. */
  run(input: z.output<Input>, context: OperationContext): Promise<Produced<Output> | EventStream<Produced<Output>>>;
}

/** Result of an operation with `http.events`, unless there are no events. Its resources are released with the call's signal. */
export interface EventStream<Output> {
  /** Starts on the first read; ending without an error means that all events were sent. */
  readonly events: AsyncIterable<StreamEvent>;
  /** Returns the final output, for callers that do not want events. */
  readonly whole: () => Promise<Output>;
}

/** An operation; without type arguments, of any input and output. */
export interface Operation<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType | undefined = z.ZodType | undefined,
> extends Omit<OperationDefinition<Name, Input, Output>, 'access' | 'destructive' | 'family'> {
  readonly family: string;
  readonly access: OperationAccess;
  readonly destructive: boolean;
}

/** Input of an operation as callers send it. */
export type InputOf<Called extends Operation> = z.input<Called['input']>;

/** Output of an operation; undefined when success has no body. */
export type OutputOf<Called extends Operation> =
  Called extends Operation<string, z.ZodObject, infer Output>
    ? Output extends z.ZodType
      ? z.output<Output>
      : undefined
    : never;

/**
 * Return type of `run`: the output's fields with looser types. Contracts encode enums as strings, and any message or nullable field may be
 * absent; `output` rejects invalid values at run time.
 */
type Produced<Output> = Output extends z.ZodType ? Loose<z.input<Output>> | null | undefined : unknown;

type Loose<Value> = Value extends string
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Loose<Item>[]
    : Value extends object
      ? { readonly [Field in RequiredField<Value>]: Loose<Value[Field]> } & {
          readonly [Field in Exclude<keyof Value, RequiredField<Value>>]?: Loose<Value[Field]> | null | undefined;
        }
      : Value;

type RequiredField<Value> = {
  [Field in keyof Value]-?: Value[Field] extends string | number | boolean | readonly unknown[] ? Field : never;
}[keyof Value];

/** Defines a use case; adding it to its folder's list puts it on every surface. */
export function defineOperation<
  const Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType | undefined = undefined,
>(definition: OperationDefinition<Name, Input, Output>): Operation<Name, Input, Output> {
  const [family = definition.name] = definition.name.split('.');
  return { access: 'user', destructive: false, family, ...definition };
}
