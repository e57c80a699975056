import { Failure } from './failure.js';

/** Address of the bridge, and the token for it. */
export interface Connection {
  /** Address of the product, without a trailing slash. */
  readonly baseUrl: string;
  readonly token: string;
}

/** Base path of the bridge. */
export const BRIDGE_PATH = '/api/agent';

/** Timeout of a request in milliseconds. */
const ANSWER_MS = 120_000;

/** Reads `SVC_API_BASE_URL` and `SVC_AGENT_ACCESS_TOKEN`. Throws Failure. */
export function readConnection(environment: NodeJS.ProcessEnv): Connection {
  const baseUrl = readBaseUrl(environment.SVC_API_BASE_URL);
  const token = environment.SVC_AGENT_ACCESS_TOKEN ?? '';
  if (!/^[A-Za-z0-9_-]{20,200}$/.test(token)) {
    const problem = token === '' ? 'is not set' : 'is no token';
    throw new Failure(`SVC_AGENT_ACCESS_TOKEN ${problem}. ${howToSignIn(baseUrl)}`);
  }
  return { baseUrl, token };
}

const LOCAL_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Parses the product's address, without a trailing slash; `name` is its source. Throws Failure if it would expose the token to the network. */
export function readBaseUrl(address: string | undefined, name = 'SVC_API_BASE_URL'): string {
  const text = address ?? '';
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' && !LOCAL_HOSTS.has(url.hostname)) {
    throw new Failure(`${name} must begin with https://, unless the product runs on this machine.`);
  }
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href.replace(/\/$/, '');
  throw new Failure(`${name} must be the address of the product, such as https://deals.example.`);
}

function howToSignIn(baseUrl: string): string {
  return `Get one in the folder of the product: npx --no -- svc-agent-mcp login --url ${baseUrl} --host claude-desktop`;
}

export function tokenRefused({ baseUrl }: Pick<Connection, 'baseUrl'>): Failure {
  const message = `The token is not valid, has expired or was revoked. ${howToSignIn(baseUrl)}`;
  return new Failure(message, {}, { code: 'UNAUTHENTICATED' });
}

/** Sends a request to the product. A redirect is an error: the token is only for this address. Throws Failure when no server responds. */
export async function send(
  { baseUrl }: Pick<Connection, 'baseUrl'>,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(ANSWER_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  try {
    return await fetch(baseUrl + path, { ...init, redirect: 'error', signal });
  } catch (cause) {
    throw new Failure(`${baseUrl} does not answer. Check SVC_API_BASE_URL and the network.`, { cause });
  }
}
