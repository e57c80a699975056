/** The whole product as seen by a test: HTTP clients and addresses of processes. */
import { randomBytes, randomUUID } from 'node:crypto';
import { type Answer, callApi, type CallOptions } from '@svc/scripts/stack/http';
import type { Stack } from '@svc/scripts/stack/stack';
import { PROCESS_NAMES, type ProcessName, recordOf } from '@svc/topology/processes';

const PASSWORD = 'correct horse battery';

/** The administrator of every test stack. */
export const ADMIN = { email: 'admin@example.test', password: PASSWORD };

/** Calls the gateway as one caller. Returns every answer, whatever its status. */
export interface HttpClient {
  readonly get: <Body>(path: string, options?: CallOptions) => Promise<Answer<Body>>;
  readonly post: <Body>(path: string, body?: unknown, options?: CallOptions) => Promise<Answer<Body>>;
  readonly put: <Body>(path: string, body: unknown, options?: CallOptions) => Promise<Answer<Body>>;
  readonly patch: <Body>(path: string, body?: unknown, options?: CallOptions) => Promise<Answer<Body>>;
  readonly delete: (path: string, options?: CallOptions) => Promise<Answer<unknown>>;
}

/** A person with an account, signed in. */
export interface Session extends HttpClient {
  readonly userId: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

export interface StackClients {
  /** Not signed in. */
  readonly anyone: HttpClient;
  /** Creates an account with a unique email address. */
  signUp(): Promise<Session>;
  signIn(account: { email: string; password: string }): Promise<Session>;
  /** Signs in as the administrator that the stack was started with. */
  signInAsAdmin(): Promise<Session>;
  /** A client that sends a session or agent token. */
  as(token: string): HttpClient;
}

/** A running stack: its addresses, and clients for it. */
export interface TestStack
  extends
    StackClients,
    Pick<Stack, 'gatewayUrl' | 'shortenerUrl' | 'databaseAdminUrl' | 'address' | 'environmentOf' | 'logFile'> {}

/** Addresses of a stack, serializable as JSON. */
export interface StackAddresses extends Pick<Stack, 'gatewayUrl' | 'shortenerUrl' | 'databaseAdminUrl'> {
  readonly addresses: Readonly<Record<ProcessName, string>>;
  readonly logFiles: Readonly<Record<ProcessName, string>>;
  readonly environments: Readonly<Record<ProcessName, NodeJS.ProcessEnv>>;
}

export function addressesOf(stack: Stack): StackAddresses {
  const { gatewayUrl, shortenerUrl, databaseAdminUrl } = stack;
  return {
    gatewayUrl,
    shortenerUrl,
    databaseAdminUrl,
    addresses: recordOf(PROCESS_NAMES, (name) => stack.address(name)),
    logFiles: recordOf(PROCESS_NAMES, (name) => stack.logFile(name)),
    environments: recordOf(PROCESS_NAMES, (name) => stack.environmentOf(name)),
  };
}

export function createClients(gatewayUrl: string): StackClients {
  const as = (token?: string): HttpClient => createClient(gatewayUrl, token);
  const anyone = as();
  const openSession = (path: string) => async (account: { email: string; password: string; name?: string }) => {
    // Sign-in attempts are limited per network, so each comes from its own address where the gateway trusts the header.
    const headers = { 'x-forwarded-for': newAddress() };
    const { status, body } = await anyone.post<{ user: { id: string }; token: string }>(path, account, { headers });
    if (status >= 300) throw new Error(`${path} answers ${status}: ${JSON.stringify(body)}`);
    return { ...as(body.token), ...account, userId: body.user.id, token: body.token };
  };
  const signIn = openSession('/api/auth/login');
  const signUp = openSession('/api/auth/signup');
  return {
    as,
    anyone,
    signIn,
    signInAsAdmin: () => signIn(ADMIN),
    signUp: () => signUp({ email: `user-${randomUUID()}@example.test`, password: PASSWORD, name: 'A Person' }),
  };
}

function createClient(gatewayUrl: string, token?: string): HttpClient {
  const call = <Body>(method: string, path: string, body: unknown, options: CallOptions = {}): Promise<Answer<Body>> =>
    callApi<Body>(gatewayUrl, method, path, { body, ...(token === undefined ? {} : { token }), ...options });
  return {
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    patch: (path, body, options) => call('PATCH', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  };
}

/** An unused visitor address. */
export function newAddress(): string {
  return `10.${[...randomBytes(3)].join('.')}`;
}
