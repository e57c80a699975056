import type { AgentFamily } from '@svc/chassis/calls/principal';
import { appError } from '@svc/chassis/errors/app-error';
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

/** An agent acting for a user, through an approved connection or as the operator's adapter. */
export interface AgentCaller {
  readonly kind: 'agent';
  readonly userId: string;
  /** Null for an adapter, which has no connection. */
  readonly connectionId: string | null;
  /** Client that requested the connection; survives new tokens. Null for an adapter. */
  readonly clientId: string | null;
  readonly family: AgentFamily;
  readonly scopes: readonly string[];
  /** The name the agent gave itself when it was approved. */
  readonly actorId: string | null;
  readonly channel: string | null;
  readonly assertions: Readonly<Record<string, string>>;
}

/** A service calling on its own behalf. */
export interface ServiceCaller {
  readonly kind: 'service';
  readonly service: string;
  readonly assertions: Readonly<Record<string, string>>;
}

/** The verified caller, with what surfaces and operations need. */
export type Caller = UserCaller | AgentCaller | ServiceCaller;

/** A proposed change: an operation and its input. */
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
  /** Alternative scopes that allow it. */
  readonly otherScopes: readonly string[];
  /** Whether an agent's call of it may need the user's approval. */
  readonly mayNeedApproval: boolean;
  readonly method: string;
  readonly path: string;
  /** Whether a suggestion may propose it (`suggestions.create`). */
  readonly proposable: boolean;
  /** JSON Schema. */
  readonly input: Readonly<Record<string, unknown>>;
}

/** The catalog of operations for other operations. */
export interface Catalog {
  /** The rules for which writes by agents the user must approve. */
  readonly rules: { readonly approvesNonDeleteWrites: boolean };
  /** JSON Schemas of output records, by name. */
  entities(): Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Operations open to both agents and users, with their paths for users. */
  actions(): readonly ActionDescription[];
  /** What the operation with this name does; undefined for unknown ones. */
  summaryOf(name: string): string | undefined;
  /** All operations open to agents, with their families. */
  forAgents(): readonly { readonly name: string; readonly family: string }[];
  /**
   * Returns the name of the operation of a change, which may name the tool. Throws VALIDATION_ERROR, with paths below `path`, unless the
   * change can be proposed and its operation accepts the input. Only non-deleting writes that agents may call can be proposed.
   */
  checkProposal(change: ProposedChange, path: string): string;
}

/** Services with an internal HTTP listener. */
export type InternalHost = Proxied<'gateway'>;

/** The HTTP details of a call. */
export interface HttpContext {
  /** Origin of the request; used only for sign-in limits and the list of sessions. */
  readonly sender: { readonly address: string; readonly userAgent: string };
  /** The operator's adapter's secret for confirming approvals; undefined when not sent. */
  readonly confirmSecret?: string | undefined;
  /** Viewing pass of an opened external share; null when the caller has none. */
  readonly viewingPass: string | null;
  /**
   * Streams the request body, with its idempotency key, to a route of a service's internal listener, and returns the response. Only for operations
   * whose body the gateway does not read (`http.accepts`).
   */
  forwardBody<Input extends TextInput, Answer>(
    route: UploadRoute<Input, Answer>,
    input: z.input<Input>,
  ): Promise<Answer>;
  /**
   * Requests a file from a route of a service's internal listener, with the call's range and conditions. Only for operations that return a
   * file with `http.ranges`.
   */
  forwardFile<Input extends TextInput>(route: FileRoute<Input>, input: z.input<Input>): Promise<StreamedFile>;
}

/** URLs of documentation that the operator hosts elsewhere. */
export interface Documentation {
  /** Undefined when served below the product's own origin. */
  readonly docsUrl: string | undefined;
  /** The operator's own agent kit. */
  readonly agentKitUrl: string | undefined;
}

/** The part of the context that surfaces provide. */
export interface SurfaceContext {
  readonly clients: Clients;
  /** Kind of program that calls, as recorded on view logs. */
  readonly source: 'dashboard' | 'extension' | 'agent';
  /** Version from `If-Match`; null when not sent. */
  readonly expectedVersion: number | null;
  /** Base path of operations on this surface. */
  readonly apiPath: string;
  /** Origin to prepend to paths in outputs, for callers that cannot resolve relative ones; none when absent. */
  readonly pathOrigin?: string;
  /** Public origin of the product, for links. */
  readonly baseUrl: string;
  /** Display name of the product. */
  readonly appName: string;
  /** Public origin of short links. */
  readonly shortenerOrigin: string;
  readonly documentation: Documentation;
  /** Absent for calls not made over HTTP. */
  readonly http?: HttpContext;
}

/** One changed field. Text is truncated to 500 characters. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An approval just requested. */
export interface AskedApproval {
  readonly approvalId: string;
  readonly status: string;
  readonly expiresAt: Date | null;
  readonly summary: string;
  /** The agent's reason; null without one. */
  readonly agentSays: string | null;
  /** Page where the user decides. */
  readonly approvalUrl: string;
  /** Changed fields; null when the caller may not read the record. */
  readonly diff: readonly FieldChange[] | null;
}

/** Everything an operation may use besides its input. */
export interface OperationContext extends SurfaceContext {
  readonly catalog: Catalog;
  /**
   * Runs a change as the caller, with every check, once per key, and returns its output. Records name the agent that proposed it, if any.
   */
  readonly runProposal: (
    change: ProposedChange,
    idempotencyKey: string,
    proposer: ActivityAgent | null | undefined,
  ) => Promise<unknown>;
  /**
   * Asks the user to approve a change by the calling agent, optionally with the agent's summary. Throws VALIDATION_ERROR when no approval
   * is needed.
   */
  readonly askForApproval: (change: ProposedChange, summary: string | undefined) => Promise<AskedApproval>;
  /** Whether the caller may see what an approved call of the operation changes; users may. */
  readonly maySeeChange: (operation: string, diff: readonly { readonly field: string }[] | null) => boolean;
  /** Runs the approved call as the agent that requested it, and returns its output. */
  readonly runApproval: (approvalId: string) => Promise<{ readonly operation: string; readonly output: unknown }>;
}

/** Returns the HTTP details. Throws VALIDATION_ERROR for callers not over HTTP. */
export function overHttp({ http }: OperationContext): HttpContext {
  if (http) return http;
  throw appError('VALIDATION_ERROR', 'This cannot be done here. Send it over HTTP.');
}
