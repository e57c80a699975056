import { invalidInput } from '@svc/chassis/errors/app-error';

export type McpTransport = 'http' | 'sse';

/** A header that opens a server. */
export interface AuthHeader {
  readonly name: string;
  readonly value: string;
}

/** Name under which the tools of the environment's memory server are; no other one has it. */
export const MEMORY_SLUG = 'memory';

/** What a server says of a tool, by the names of the protocol. Shown to administrators; nothing relies on it. */
export interface ToolAnnotations {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

/** A server as it is looked at: by its tools' own names. */
export interface ServerTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** SHA-256 of name, description and schema as the server sent them, in hex. */
  readonly hash: string;
  /** Undefined where the server says nothing, or said it before this was kept. */
  readonly annotations?: ToolAnnotations | undefined;
}

/** A tool as it was at the first connection since its server was enabled. `changed` holds until it is enabled again. */
export interface PinnedTool extends ServerTool {
  readonly state: 'offered' | 'changed' | 'missing';
}

/** What came of the last look at a server. */
export type ServerStatus = 'connecting' | 'ready' | 'unreachable' | 'tools_changed';

const HEADER_NAME = /^[A-Za-z0-9-]{1,64}$/;
/** Visible ASCII, and the space that follows a scheme such as `Bearer`. */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]{0,4094}[\x21-\x7e])?$/;
/** Headers of a connection (RFC 9110, 7.6.1), and those that say where a request goes, how long it is, or whose it is. */
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

/** What is wrong with a header; undefined when it may be sent. */
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

/** Throws VALIDATION_ERROR for a name that another server's tools have. */
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

/** An address as servers are told apart by it: host in lower case, without default port, fragment and one slash at its end. */
export function normalUrl(url: URL): string {
  const { origin, pathname, search } = url;
  return `${origin}${pathname.replace(/\/$/, '')}${search}`;
}
