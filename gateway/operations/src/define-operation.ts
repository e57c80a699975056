import type { ToldEvent } from '@svc/chassis/http/event-stream';
import type { HttpRoute } from '@svc/chassis/http/http-operation';
import type { z } from 'zod';
import type { FieldChange, OperationContext } from './operation-context.js';

/**
 * Who may call: everyone, without a look at sessions (`public`); everyone, known when signed in (`anyone`); a signed-in user; a
 * signed-in administrator; an adapter that the operator of the installation runs.
 */
export type OperationAccess = 'public' | 'anyone' | 'user' | 'admin' | 'adapter';

/** 0 reads, 1 writes in the course of the work, 2 writes that agents need an approval for. */
export type Tier = 0 | 1 | 2;

/** A body with an image: in JSON or a form beside other fields, or as it is. */
export interface AcceptedImage {
  readonly types: readonly [string, ...string[]];
  /**
   * The fields beside the image, for the documentation: the service that gets the body checks them. `input` holds what
   * is in the path, and nothing else.
   */
  readonly fields: z.ZodObject;
}

/** How the operation looks over HTTP, below `/api`; everything else about HTTP follows from the rest of the definition. */
export interface HttpProjection extends HttpRoute {
  /** A body with an image, which the gateway does not read but streams to a service with `forwardBody`. */
  readonly accepts?: AcceptedImage;
  /** Bytes of the largest body; by default a megabyte, and for calls that need no sign-in a few kilobytes. */
  readonly bodyBytesMax?: number;
  /** Goes on for everybody while the system is closed for maintenance: who signs in, and how the page looks. */
  readonly maintenance?: 'open';
  /** The output opens the browser's session, the call ends it, or it is about an external share's viewing pass. */
  readonly session?: 'opens' | 'ends' | 'views';
}

export type AgentScope = 'svc.read' | 'svc.write.low_risk' | 'svc.write.sensitive' | 'svc.memory';

/** The record that a call changes, and how to read it. */
export interface Target {
  /** Name of the operation that reads it, or a list with it. */
  readonly read: string;
  /** Inputs that both operations have, which say what to read. */
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
  /** Under which descriptions and lists of tools group it; default: the name before its first dot. */
  readonly family?: string;
  /** One line for people and agents. */
  readonly summary: string;
  /** What a caller has to know beyond the summary. */
  readonly description?: string;
  /** Default `user`. */
  readonly access?: OperationAccess;
  readonly tier: Tier;
  /** Of a write: families beside its own whose answers it makes stale. The app reads them again. */
  readonly affects?: readonly string[];
  /** Deletes something for good, which always needs an approval from agents; default false. */
  readonly destructive?: boolean;
  /** Scope that an agent's token needs; operations without one are closed to agents. */
  readonly scope?: AgentScope;
  /** Scopes that open it as well: of agents whose own calls need it. */
  readonly otherScopes?: readonly AgentScope[];
  /**
   * Of an agent's call with this input: whether the user must approve it although its tier needs no approval. Nothing that the agent
   * says, and no setting of the operator, lifts that.
   */
  asksApproval?(input: z.output<Input>): boolean;
  /** Of an agent's call with this input: that it changes nothing, so that it needs no approval whatever its tier. */
  changesNothing?(input: z.output<Input>): boolean;
  /** Only agents have a use for it, so the dashboard does not offer it. */
  readonly audience?: 'agents';
  /**
   * Its answer holds what strangers may have written: text of pages, captions, comments, transcripts, or what agents made of these. A model
   * that has read it may follow orders in it. Names the lists that such text is in where it is in no other part.
   */
  readonly holdsForeignText?: true | readonly string[];
  /** Belongs in the short list of tools that agents are shown first. */
  readonly core?: true;
  /** Of a write to one record that is there already: that record. */
  readonly target?: Target;
  /**
   * Describes the call to the user who approves it, where its input alone says too little. Throws VALIDATION_ERROR for unreadable
   * input.
   */
  preview?(input: z.output<Input>, context: OperationContext): Promise<readonly FieldChange[]>;
  /** Changes what travels with the caller, such as the settings, and takes no right away: the next request has to see it. */
  readonly changesCaller?: true;
  readonly http: HttpProjection;
  readonly input: Input;
  /** Absent when success has no body. */
  readonly output?: Output;
  /** Calls the service. What it returns is cut down to `output`, which is the list of all that may leave. */
  run(input: z.output<Input>, context: OperationContext): Promise<Produced<Output> | Told<Produced<Output>>>;
}

/** What an operation with `http.events` returns, unless there is nothing to tell. What it opens for that ends with the call's signal. */
export interface Told<Output> {
  /** Nothing begins before they are read; when they end without an error, all is told. */
  readonly events: AsyncIterable<ToldEvent>;
  /** The output, once all has happened; asked for in place of the events. */
  readonly whole: () => Promise<Output>;
}

/** An operation; without arguments one of any input and output, as the surfaces see it. */
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
 * What `run` has to return: the fields of the output, each of its kind. Contracts spell closed sets as text, and any message or
 * nullable field in them may be absent; that is for `output` itself to refuse.
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
