/** The whole product for one test file: all processes on a database of its own, and HTTP clients to talk to it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase } from '@svc/chassis/testing/test-database';
import { DATABASE_SERVICE_NAMES, recordOf } from '@svc/topology/processes';
import { callApi, type Answer, type CallOptions } from '@svc/scripts/stack/http';
import { completeSecrets } from '@svc/scripts/stack/secrets';
import { startStack, type Stack, type StackOptions } from '@svc/scripts/stack/stack';

const PASSWORD = 'correct horse battery';

const ADMIN = { email: 'admin@example.test', password: PASSWORD };

/** Calls the gateway as one caller. Every answer is returned, whatever its status. */
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

export interface TestStack extends Stack {
  /** What the console of `npm start` would have shown. */
  readonly lines: readonly string[];
  /** Signed in as nobody. */
  readonly anyone: HttpClient;
  /** Creates an account with an address of its own. */
  signUp(): Promise<Session>;
  signIn(account: { email: string; password: string }): Promise<Session>;
  /** The administrator that the stack was started with. */
  signInAsAdmin(): Promise<Session>;
  /** A client with a session or agent token. */
  as(token: string): HttpClient;
}

export interface TestStackOptions extends Pick<StackOptions, 'environment' | 'serviceEnvironment' | 'hostOf' | 'root'> {
  /** Starts a Postgres for this stack alone, in place of a database on the one that all tests share. */
  readonly ownPostgres?: boolean;
  /** Puts something between the services and the database: gets the connection string and answers the one to use. */
  readonly throughProxy?: (databaseAdminUrl: string) => Promise<string>;
}

/** Starts the stack. `stop` in `afterAll` takes it away again with its database and files. */
export async function startTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const { environment, serviceEnvironment, hostOf, root, throughProxy } = options;
  const database = options.ownPostgres ? undefined : await createTestDatabase();
  // Roles belong to the server, not to a database: all stacks of a run share theirs.
  const roles = recordOf(DATABASE_SERVICE_NAMES, () => process.env.TEST_SERVICE_PASSWORD ?? '');
  const dataDir = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'stack-'));
  const lines: string[] = [];
  const removeData = async (): Promise<void> => {
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const stack = await startStack({
      dataDir,
      root,
      secrets: completeSecrets({ roles }),
      databaseAdminUrl: database && ((await throughProxy?.(database.adminUrl)) ?? database.adminUrl),
      environment: { ...baseEnvironment(), ...environment },
      serviceEnvironment,
      ...(hostOf === undefined ? {} : { hostOf }),
      say: (line) => lines.push(line),
    });
    const stop = async (): Promise<void> => {
      await stack.stop();
      await removeData();
    };
    return { ...stack, ...createClients(stack.gatewayUrl), lines, stop };
  } catch (error) {
    await removeData();
    throw error;
  }
}

/** Nothing of what the machine has set for an installation of its own, and nothing that Jest has set for itself. */
function baseEnvironment(): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { PATH, HOME, TMPDIR, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
}

function createClients(gatewayUrl: string) {
  const as = (token?: string): HttpClient => createClient(gatewayUrl, token);
  const anyone = as();
  const openSession = (path: string) => async (account: { email: string; password: string; name?: string }) => {
    const { status, body } = await anyone.post<{ user: { id: string }; token: string }>(path, account);
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
