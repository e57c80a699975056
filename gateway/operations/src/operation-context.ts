import { appError } from '@svc/chassis/errors/app-error';
import type { AgentFamily } from '@svc/chassis/calls/principal';
import type { StreamedFile } from '@svc/http-host/http/http-operation';
import type { FileRoute, TextInput, UploadRoute } from '@svc/image-routes/image-route';
import type { ActivityAgent } from '@svc/proto/deal/v1/deal_service';
import type { Proxied } from '@svc/topology/processes';
import type { z } from 'zod';
import type { Clients } from './clients.js';

/** A signed-in user. */
export interface UserCaller {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: 'user' | 'admin';
  /** Compact JWTs that prove the caller, by service. */
  readonly assertions: Readonly<Record<string, string>>;
}

/** An agent that acts for a user, through an approved connection or as an adapter of the operator. */
export interface AgentCaller {
  readonly kind: 'agent';
  readonly userId: string;
  /** Null for an adapter, which has none. */
  readonly connectionId: string | null;
  /** Client that asked for the connection; stays the same when the agent gets a new token. Null for an adapter. */
  readonly clientId: string | null;
  readonly family: AgentFamily;
  readonly scopes: readonly string[];
  /** The agent's name for itself when it was approved. */
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

/** An operation as described to language models. */
export interface ActionDescription {
  readonly name: string;
  readonly family: string;
  readonly summary: string;
  readonly description: string | null;
  readonly tier: number;
  readonly destructive: boolean;
  readonly scope: string;
  /** Other scopes that open it. */
  readonly otherScopes: readonly string[];
  /** Whether an agent's call of it can need the user's approval. */
  readonly mayNeedApproval: boolean;
  readonly method: string;
  readonly path: string;
  /** Whether a suggestion can propose it (`suggestions.create`). */
  readonly proposable: boolean;
  /** JSON Schema. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The catalogue of all operations, for operations. */
export interface Catalogue {
  /** Which writes of agents the user must approve. */
  readonly rules: { readonly approvesNonDeleteWrites: boolean };
  /** JSON Schemas of the records that operations answer, by name. */
  entities(): Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Operations open to both agents and users, with their paths for users. */
  actions(): readonly ActionDescription[];
  /** All operations that are open to agents, with their families. */
  forAgents(): readonly { readonly name: string; readonly family: string }[];
  /**
   * Throws VALIDATION_ERROR, with paths below `path`, unless the change can be proposed and its operation takes the input. Only
   * writes that agents may use, and that delete nothing, can be proposed.
   */
  checkProposal(change: ProposedChange, path: string): void;
}

/** Services with an internal HTTP listener. */
export type InternalHost = Proxied<'gateway'>;

/** The HTTP part of a call. */
export interface HttpContext {
  /** Where the request came from; only sign-in limits and the list of sessions use it. */
  readonly sender: { readonly address: string; readonly userAgent: string };
  /** Secret of an operator's adapter that may confirm approvals; undefined when not sent. */
  readonly confirmSecret?: string | undefined;
  /** Viewing pass of an external share that was opened before; null when the caller has none. */
  readonly viewingPass: string | null;
  /**
   * Streams the body of the call, with its idempotency key, to a route of a service's internal listener, and returns its answer.
   * Only for operations whose body the gateway passes on unread (`http.accepts`).
   */
  forwardBody<Input extends TextInput, Answer>(
    route: UploadRoute<Input, Answer>,
    input: z.input<Input>,
  ): Promise<Answer>;
  /**
   * Requests a file from a route of a service's internal listener, with the call's range and conditions. Only for
   * operations that answer a file with `http.ranges`, which return it.
   */
  forwardFile<Input extends TextInput>(route: FileRoute<Input>, input: z.input<Input>): Promise<StreamedFile>;
}

/** Addresses of documents for people and agents, when the operator hosts them elsewhere. */
export interface Documentation {
  /** Below the product's own origin when undefined. */
  readonly docsUrl: string | undefined;
  /** The operator's own kit for agents. */
  readonly agentKitUrl: string | undefined;
}

/** The part of the context that surfaces provide. */
export interface SurfaceContext {
  readonly clients: Clients;
  /** Kind of program that calls, as view logs name it. */
  readonly source: 'dashboard' | 'extension' | 'agent';
  /** Version in `If-Match`; null when the caller sent none. */
  readonly expectedVersion: number | null;
  /** Path below which this surface has its operations. */
  readonly apiPath: string;
  /** Origin to prefix paths in answers with, for callers that cannot resolve relative ones; none when absent. */
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

/** An approval right after the request. */
export interface AskedApproval {
  readonly approvalId: string;
  readonly status: string;
  readonly expiresAt: Date | null;
  readonly summary: string;
  /** The agent's reason; null without one. */
  readonly agentSays: string | null;
  /** Page where the user decides. */
  readonly approvalUrl: string;
  /** Fields before and after; null when the caller may not read the record. */
  readonly diff: readonly FieldChange[] | null;
}

/** What an operation may use besides its input. */
export interface OperationContext extends SurfaceContext {
  readonly catalogue: Catalogue;
  /**
   * Runs a change as the caller, with every check, once per key; records name the agent that proposed it, if one did. Returns what
   * the operation returns.
   */
  readonly runProposal: (
    change: ProposedChange,
    idempotencyKey: string,
    proposer: ActivityAgent | null | undefined,
  ) => Promise<unknown>;
  /** Asks the user to approve a change by the calling agent, in words of its own when it has some. Throws VALIDATION_ERROR when it needs none. */
  readonly askForApproval: (change: ProposedChange, summary: string | undefined) => Promise<AskedApproval>;
  /** Runs the approved call as the agent that asked. Returns what its operation returns. */
  readonly runApproval: (approvalId: string) => Promise<{ readonly operation: string; readonly output: unknown }>;
}

/** The HTTP part of a context. Throws VALIDATION_ERROR for callers that are not HTTP. */
export function overHttp({ http }: OperationContext): HttpContext {
  if (http) return http;
  throw appError('VALIDATION_ERROR', 'This cannot be done here. Send it over HTTP.');
}
