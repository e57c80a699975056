import { appError } from '@svc/chassis/errors/app-error';
import type { AgentFamily } from '@svc/chassis/principal';
import type { StreamedFile } from '@svc/chassis/http/http-operation';
import type { ActivityAgent } from '@svc/proto/deal/v1/deal_service';
import type { Proxied } from '@svc/topology/processes';
import type { Clients } from './clients.js';

/** A person who has signed in. */
export interface UserCaller {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: 'user' | 'admin';
  /** Compact JWTs that prove the caller, by the service that each is for. */
  readonly assertions: Readonly<Record<string, string>>;
}

/** An agent that acts for a person, by a connection that the person has approved, or as an adapter of the operator. */
export interface AgentCaller {
  readonly kind: 'agent';
  readonly userId: string;
  /** Null for an adapter, which has none. */
  readonly connectionId: string | null;
  /** Client that asked for the connection; stays the same when the agent gets a new token. Null for an adapter. */
  readonly clientId: string | null;
  readonly family: AgentFamily;
  readonly scopes: readonly string[];
  /** What the agent said of itself when it was let in. */
  readonly actorId: string | null;
  readonly channel: string | null;
  readonly assertions: Readonly<Record<string, string>>;
}

/** A service that calls on its own account. */
export interface ServiceCaller {
  readonly kind: 'service';
  readonly service: string;
  readonly assertions: Readonly<Record<string, string>>;
}

/** The verified caller, as far as surfaces and operations need to know. */
export type Caller = UserCaller | AgentCaller | ServiceCaller;

/** A proposed change: an operation by its name, and the input for it. */
export interface ProposedChange {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** An operation as language models are told of it. */
export interface ActionDescription {
  readonly name: string;
  readonly family: string;
  readonly summary: string;
  readonly description: string | null;
  readonly tier: number;
  readonly destructive: boolean;
  readonly scope: string;
  /** Scopes that open it as well. */
  readonly otherScopes: readonly string[];
  /** Whether an agent's call of it can need an approval of the user. */
  readonly mayNeedApproval: boolean;
  readonly method: string;
  readonly path: string;
  /** Whether a suggestion can propose it (`suggestions.create`). */
  readonly proposable: boolean;
  /** JSON Schema. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** What operations may know of all operations. */
export interface Catalogue {
  /** What of agents' writes the user has to approve. */
  readonly rules: { readonly approvesNonDeleteWrites: boolean };
  /** JSON Schemas of the records that operations answer, by name. */
  entities(): Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The operations that agents may be allowed and people have too, with their paths for people. */
  actions(): readonly ActionDescription[];
  /** All operations that agents may be allowed, with their families. */
  forAgents(): readonly { readonly name: string; readonly family: string }[];
  /**
   * Throws VALIDATION_ERROR, with paths below `path`, unless the change can be proposed and its operation takes the input. Only
   * writes that agents may use, and that delete nothing, can be proposed.
   */
  checkProposal(change: ProposedChange, path: string): void;
}

/** Services with an internal HTTP listener. */
export type InternalHost = Proxied<'gateway'>;

/** What only a call over HTTP has. */
export interface HttpContext {
  /** Where the request came from; only sign-in limits and the list of sessions use it. */
  readonly sender: { readonly address: string; readonly userAgent: string };
  /** What an adapter of the operator knows that may confirm approvals; undefined when it sent nothing. */
  readonly confirmSecret?: string | undefined;
  /** Viewing pass of an external share that was opened before; null when the caller has none. */
  readonly viewingPass: string | null;
  /**
   * Streams the body of the call, with its idempotency key, to a path of a service's internal listener, and answers what it answers.
   * Only for operations whose body the gateway passes on unread (`http.accepts`).
   */
  readonly forwardBody: (service: InternalHost, path: string, method?: 'POST' | 'PUT') => Promise<unknown>;
  /**
   * Asks a service's internal listener for a file, as far as the call wants it: one range, or whether it has changed. Only for
   * operations that answer a file with `http.ranges`, which return it.
   */
  readonly forwardFile: (service: InternalHost, path: string) => Promise<StreamedFile>;
}

/** Where what is written for people and agents is, when the operator has put it elsewhere. */
export interface Documentation {
  /** Below the product's own origin when undefined. */
  readonly docsUrl: string | undefined;
  /** The operator's own kit for agents. */
  readonly agentKitUrl: string | undefined;
}

/** What surfaces give of the context. */
export interface SurfaceContext {
  readonly clients: Clients;
  /** Kind of program that calls, as view logs name it. */
  readonly source: 'dashboard' | 'extension' | 'agent';
  /** Version in `If-Match`; null when the caller sent none. */
  readonly expectedVersion: number | null;
  /** Path below which this surface has its operations. */
  readonly apiPath: string;
  /** Origin that stands before paths in answers, for callers who know no address to resolve them against; none when absent. */
  readonly pathOrigin?: string;
  /** Origin under which people reach the product, for links. */
  readonly baseUrl: string;
  /** Name of the product, for people. */
  readonly appName: string;
  /** Public origin of the short links. */
  readonly shortenerOrigin: string;
  readonly documentation: Documentation;
  /** Absent for callers that are not HTTP. */
  readonly http?: HttpContext;
}

/** One field of a change. Texts are shown up to 500 characters. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An approval as it is when it has been asked for. */
export interface AskedApproval {
  readonly approvalId: string;
  readonly status: string;
  readonly expiresAt: Date | null;
  readonly summary: string;
  /** What the agent says of it; null when it says nothing. */
  readonly agentSays: string | null;
  /** Page where the user decides. */
  readonly approvalUrl: string;
  /** Fields before and after; null when the caller may not read the record. */
  readonly diff: readonly FieldChange[] | null;
}

/** What an operation may use beside its input. */
export interface OperationContext extends SurfaceContext {
  readonly catalogue: Catalogue;
  /**
   * Runs a change as the caller, with every check, once for one key; records name the agent that proposed it, if one did. Answers what
   * the operation answers.
   */
  readonly runProposal: (
    change: ProposedChange,
    idempotencyKey: string,
    proposer: ActivityAgent | null | undefined,
  ) => Promise<unknown>;
  /** Asks the user to approve a change by the calling agent, in words of its own when it has some. Throws VALIDATION_ERROR when it needs none. */
  readonly askForApproval: (change: ProposedChange, summary: string | undefined) => Promise<AskedApproval>;
  /** Runs what the user has approved, as the agent that asked. Answers what that operation answers. */
  readonly runApproval: (approvalId: string) => Promise<{ readonly operation: string; readonly output: unknown }>;
}

/** The HTTP part of a context. Throws VALIDATION_ERROR for callers that are not HTTP. */
export function overHttp({ http }: OperationContext): HttpContext {
  if (http) return http;
  throw appError('VALIDATION_ERROR', 'This cannot be done here. Send it over HTTP.');
}
