import type { AgentScope } from '@svc/chassis/calls/agent-scopes';
import type { ToldEvent } from '@svc/http-host/http/event-stream';
import type { HttpRoute } from '@svc/http-host/http/http-operation';
import type { AcceptedImage } from '@svc/image-routes/image-route';
import type { z } from 'zod';
import type { FieldChange, OperationContext } from './operation-context.js';

/**
 * Who may call: anyone, without reading the session (`public`); anyone, identified when signed in (`anyone`); a signed-in user; a
 * signed-in administrator; an adapter that the operator runs.
 */
export type OperationAccess = 'public' | 'anyone' | 'user' | 'admin' | 'adapter';

/** 0 reads, 1 routine writes, 2 writes that agents need an approval for. */
export type Tier = 0 | 1 | 2;

/** The operation over HTTP, below `/api`; everything else about HTTP follows from the rest of the definition. */
export interface HttpProjection extends HttpRoute {
  /**
   * A body with an image, which the gateway does not read but streams to a service with `forwardBody`. `input` holds what is
   * in the path, and nothing else.
   */
  readonly accepts?: AcceptedImage;
  /** Bytes of the largest body; by default a megabyte, and for calls that need no sign-in a few kilobytes. */
  readonly bodyBytesMax?: number;
  /** Works for everyone during maintenance, such as sign-in and the look of the page. */
  readonly maintenance?: 'open';
  /** Whether the output opens the browser's session, the call ends it, or either concerns an external share's viewing pass. */
  readonly session?: 'opens' | 'ends' | 'views';
}

/** The record that a call changes, and how to read it. */
export interface Target {
  /** Name of the operation that reads it, or a list with it. */
  readonly read: string;
  /** Inputs that both operations share, which name the record. */
  readonly by: readonly string[];
  /** Of a list: the input that is the id of the item. */
  readonly item?: string;
}

/** A use case, defined once for every surface. */
export interface OperationDefinition<
  Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType | undefined,
> {
  /** Name of the tool for agents and of the operation in activity, such as `deals.add_video`. */
  readonly name: Name;
  /** Groups it in descriptions and lists of tools; default: the name before its first dot. */
  readonly family?: string;
  /** One line for people and agents. */
  readonly summary: string;
  /** What a caller must know beyond the summary. */
  readonly description?: string;
  /** Default `user`. */
  readonly access?: OperationAccess;
  readonly tier: Tier;
  /** For a write: other families whose answers become stale, so that the app reads them again. */
  readonly affects?: readonly string[];
  /** Deletes something for good, which always needs an approval from agents; default false. */
  readonly destructive?: boolean;
  /** Scope that an agent's token needs; operations without one are closed to agents. */
  readonly scope?: AgentScope;
  /** Other scopes that open it, for agents whose own calls need it. */
  readonly otherScopes?: readonly AgentScope[];
  /**
   * Whether an agent's call with this input needs an approval although its tier does not. Nothing that the agent
   * says, and no setting of the operator, overrides it.
   */
  asksApproval?(input: z.output<Input>): boolean;
  /** Whether an agent's call with this input changes nothing, and so needs no approval whatever its tier. */
  changesNothing?(input: z.output<Input>): boolean;
  /** Only agents need it, so the dashboard does not offer it. */
  readonly audience?: 'agents';
  /**
   * The answer holds untrusted text: pages, captions, comments, transcripts, or what agents made of these. A model
   * that reads it may follow instructions in it. Names the lists that hold such text, when no other part does.
   */
  readonly holdsForeignText?: true | readonly string[];
  /** Belongs in the short list of tools that agents are shown first. */
  readonly core?: true;
  /** For a write to an existing record: that record. */
  readonly target?: Target;
  /**
   * Describes the call to the user who approves it, where its input alone says too little. Throws VALIDATION_ERROR for unreadable
   * input.
   */
  preview?(input: z.output<Input>, context: OperationContext): Promise<readonly FieldChange[]>;
  /** Changes what travels with the caller, such as settings, without revoking a right: the next request must see it. */
  readonly changesCaller?: true;
  readonly http: HttpProjection;
  readonly input: Input;
  /** Absent when success has no body. */
  readonly output?: Output;
  /** Calls the service. The result is reduced to the fields of `output`. */
  run(input: z.output<Input>, context: OperationContext): Promise<Produced<Output> | Told<Produced<Output>>>;
}

/** What an operation with `http.events` returns, unless there are no events. Its resources end with the call's signal. */
export interface Told<Output> {
  /** Starts when first read; an end without an error means that all events were sent. */
  readonly events: AsyncIterable<ToldEvent>;
  /** The output at the end, for callers that do not want the events. */
  readonly whole: () => Promise<Output>;
}

/** An operation; without type arguments, one of any input and output. */
export interface Operation<
  Name extends string = string,
  Input extends z.ZodObject = z.ZodObject,
  Output extends z.ZodType | undefined = z.ZodType | undefined,
> extends Omit<OperationDefinition<Name, Input, Output>, 'access' | 'destructive' | 'family'> {
  readonly family: string;
  readonly access: OperationAccess;
  readonly destructive: boolean;
}

/** What callers send to an operation. */
export type InputOf<Called extends Operation> = z.input<Called['input']>;

/** What an operation answers; undefined when success has no body. */
export type OutputOf<Called extends Operation> =
  Called extends Operation<string, z.ZodObject, infer Output>
    ? Output extends z.ZodType
      ? z.output<Output>
      : undefined
    : never;

/**
 * What `run` returns: the fields of the output, with looser types. Contracts spell closed sets as text, and any message or
 * nullable field in them may be absent; `output` refuses those at run time.
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

/** Defines a use case; adding it to the list of its folder puts it on every surface. */
export function defineOperation<
  const Name extends string,
  Input extends z.ZodObject,
  Output extends z.ZodType | undefined = undefined,
>(definition: OperationDefinition<Name, Input, Output>): Operation<Name, Input, Output> {
  const [family = definition.name] = definition.name.split('.');
  return { access: 'user', destructive: false, family, ...definition };
}
