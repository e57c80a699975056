import { invalidInput } from '@svc/chassis/errors/app-error';

export type McpTransport = 'http' | 'sse';

/** A header that authenticates to a server. */
export interface AuthHeader {
  readonly name: string;
  readonly value: string;
}

/** Slug reserved for the memory server from the environment. */
export const MEMORY_SLUG = 'memory';

/** A server's hints about a tool, by their protocol names. Shown to administrators; nothing relies on them. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A tool as its server names it. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** SHA-256 in hex of the name, description and schema as the server sent them. */
  readonly hash: string;
  /** Undefined when the server sent none, or the tool was stored before this field existed. */
  readonly annotations?: ToolAnnotations | undefined;
}

/** A tool as pinned at the first connection since its server was enabled. `changed` holds until it is enabled again. */
export interface PinnedTool extends ServerTool {
  readonly state: 'offered' | 'changed' | 'missing';
}

/** The outcome of the last check of a server. */
export type ServerStatus = 'connecting' | 'ready' | 'unreachable' | 'tools_changed';

const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
/** Visible ASCII, and the space after a scheme such as `Bearer`. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,4094}[\x21-\x7e])?$/;
/** Headers of a connection (RFC 9110, 7.6.1), and headers that set the target, length or user of a request. */
const KEPT_HEADERS = new Set([
  'connection',
  'content-length',
  'cookie',
  'host',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** Why a header must not be sent; undefined when it may be. */
export function headerProblem({
  name,
  value,
}: AuthHeader): { readonly path: string; readonly said: string } | undefined {
  if (!HEADER_NAME.test(name)) return { path: 'name', said: 'must be 1 to 64 of A-Z, a-z, 0-9 and -.' };
  if (KEPT_HEADERS.has(name.toLowerCase()))
    return { path: 'name', said: 'must not be a header of the connection itself.' };
  if (!HEADER_VALUE.test(value))
    return { path: 'value', said: 'must be 1 to 4,096 visible ASCII characters, in one line.' };
  return undefined;
}

/** Throws VALIDATION_ERROR. */
export function checkHeader(header: AuthHeader): void {
  const problem = headerProblem(header);
  if (problem) throw invalidInput(`authHeader.${problem.path}`, problem.said);
}

/** Throws VALIDATION_ERROR for a slug that another server's tools use. */
export function checkSlug(slug: string): void {
  if (!/^[a-z0-9]{1,20}$/.test(slug)) throw invalidInput('slug', 'must be 1 to 20 of a-z and 0-9.');
  if (slug === MEMORY_SLUG)
    throw invalidInput('slug', `must not be ${MEMORY_SLUG}, which is of the environment's server.`);
}

/** Throws VALIDATION_ERROR. */
export function readTransport(transport: string): McpTransport {
  if (transport === 'http' || transport === 'sse') return transport;
  throw invalidInput('transport', 'must be `http` or `sse`.');
}

/** The address that identifies a server: lower-case host, no default port, fragment or trailing slash. */
export function normalUrl(url: URL): string {
  const { origin, pathname, search } = url;
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
}
