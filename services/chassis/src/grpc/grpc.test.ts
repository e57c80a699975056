import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type CryptoKey, exportJWK, generateKeyPair } from 'jose';
import { signAssertion } from '../assertions/sign-assertion.js';
import { createAssertionVerifier } from '../assertions/verify-assertion.js';
import { type CallContext, runInCall } from '../calls/call-context.js';
import type { Principal } from '../calls/principal.js';
import { AppError, appError } from '../errors/app-error.js';
import { echoMethod } from '../testing/echo-service.js';
import { silentLog } from '../testing/service-database.js';
import { testAgent, testUser } from '../testing/test-service.js';
import { createClient, isServing } from './client.js';
import { type Connection, openConnection } from './connection.js';
import { GrpcServer } from './server.js';
import type { ServerCall } from './server-call.js';

const EchoService = {
  echo: echoMethod('Echo'),
  open: echoMethod('Open'),
  help: echoMethod('Help'),
  manage: echoMethod('Manage'),
  deliver: echoMethod('Deliver'),
  read: echoMethod('Read'),
};

const RULE = {
  public: false,
  admin: false,
  agentScopes: [],
  services: [],
  readOnly: false,
  ignoresIdempotencyKey: false,
};
const METHODS = {
  [EchoService.echo.path]: { ...RULE, readOnly: true },
  [EchoService.open.path]: { ...RULE, public: true },
  [EchoService.help.path]: { ...RULE, readOnly: true, agentScopes: ['one:read', 'one:write'] },
  [EchoService.manage.path]: { ...RULE, readOnly: true, admin: true },
  [EchoService.deliver.path]: { ...RULE, services: ['viewcheck'] },
  [EchoService.read.path]: { ...RULE, public: true, readOnly: true },
};

let privateKey: CryptoKey;
let server: GrpcServer;
let connection: Connection;
let handle: (request: object, call: ServerCall) => Promise<object>;
let handled: number;

beforeAll(async () => {
  const keys = await generateKeyPair('Ed25519', { extractable: true });
  ({ privateKey } = keys);
  const jwk = JSON.stringify({ ...(await exportJWK(keys.publicKey)), kid: 'k' });
  server = new GrpcServer({
    methods: METHODS,
    verify: createAssertionVerifier('test', async () => [jwk]),
    log: silentLog,
  });
  const handler = (request: object, call: ServerCall) => {
    handled += 1;
    return handle(request, call);
  };
  server.add(EchoService, {
    echo: handler,
    open: handler,
    help: handler,
    manage: handler,
    deliver: handler,
    read: handler,
  });
  const port = await server.listen('127.0.0.1:0');
  connection = openConnection('test', `127.0.0.1:${port}`, METHODS);
});

beforeEach(() => {
  handled = 0;
  handle = async () => ({});
});

afterAll(async () => {
  connection.close();
  await server.stop();
});

async function as<T>(
  principal: Principal | undefined,
  work: () => Promise<T>,
  call: Partial<CallContext> = {},
): Promise<T> {
  const assertion = principal && (await signAssertion(principal, { kid: 'k', privateKey }));
  const context = {
    requestId: 'r1',
    deadline: Date.now() + 5_000,
    signal: new AbortController().signal,
    ...(assertion === undefined ? {} : { assertion }),
    ...call,
  };
  return runInCall(context, work);
}

const client = () => createClient(EchoService, connection);
const ADMIN = testUser({ role: 'admin' });
const VIEWCHECK = { kind: 'service', service: 'viewcheck' } as const;
const DEAL = { kind: 'service', service: 'deal' } as const;

test.each([
  [
    'a method of users',
    'echo',
    {
      nobody: 'unauthenticated',
      user: 'done',
      admin: 'done',
      agent: 'forbidden',
      'agent without its scope': 'forbidden',
      copilot: 'forbidden',
      viewcheck: 'forbidden',
      deal: 'forbidden',
    },
  ],
  [
    'a public method',
    'open',
    {
      nobody: 'done',
      user: 'done',
      admin: 'done',
      agent: 'done',
      'agent without its scope': 'done',
      copilot: 'done',
      viewcheck: 'done',
      deal: 'done',
    },
  ],
  [
    'a method of users and their agents',
    'help',
    {
      nobody: 'unauthenticated',
      user: 'done',
      admin: 'done',
      agent: 'done',
      'agent without its scope': 'forbidden',
      copilot: 'done',
      viewcheck: 'forbidden',
      deal: 'forbidden',
    },
  ],
  [
    'a method of administrators',
    'manage',
    {
      nobody: 'unauthenticated',
      user: 'forbidden',
      admin: 'done',
      agent: 'forbidden',
      'agent without its scope': 'forbidden',
      copilot: 'forbidden',
      viewcheck: 'forbidden',
      deal: 'forbidden',
    },
  ],
  [
    'a method of one service',
    'deliver',
    {
      nobody: 'unauthenticated',
      user: 'forbidden',
      admin: 'forbidden',
      agent: 'forbidden',
      'agent without its scope': 'forbidden',
      copilot: 'forbidden',
      viewcheck: 'done',
      deal: 'forbidden',
    },
  ],
] as const)('%s is open to nobody else', async (_what, name, expected) => {
  const callers = {
    nobody: undefined,
    user: testUser(),
    admin: ADMIN,
    agent: testAgent({}, ['one:write']),
    'agent without its scope': testAgent({}, ['one:writ']),
    copilot: testUser({ through: 'copilot' }),
    viewcheck: VIEWCHECK,
    deal: DEAL,
  };
  const outcomes = Object.entries(callers).map(async ([caller, principal]) => {
    const outcomes = [client(), server.clientOf('test', EchoService)].map((each) =>
      as(principal, () => each[name]({})).then(
        () => 'done',
        (error: AppError) => error.kind,
      ),
    );
    // Once over a connection, once in-process.
    const [outcome, ownOutcome] = await Promise.all(outcomes);
    return [caller, ownOutcome === outcome ? outcome : [outcome, ownOutcome]];
  });

  expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(expected);
});

test('a forged or expired assertion, or one for another service, is refused', async () => {
  const { privateKey: other } = await generateKeyPair('Ed25519');
  const forged = await signAssertion(ADMIN, { kid: 'k', privateKey: other });
  const unknown = await signAssertion(ADMIN, { kid: 'another', privateKey });
  const outdated = await signAssertion(ADMIN, { kid: 'k', privateKey }, { now: new Date(Date.now() - 120_000) });

  const echo = (assertion: string) => as(undefined, () => client().echo({}), { assertion });

  for (const assertion of [forged, unknown, 'nonsense', '']) {
    await expect(echo(assertion)).rejects.toMatchObject({ kind: 'unauthenticated' });
  }
  await expect(echo(outdated)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(handled).toBe(0);
});

test('the call context is propagated: principal, request id, operation, tier and idempotency key', async () => {
  const user = testUser();
  handle = async (request, { user: caller, context }) => {
    const { requestId, operation, tier, idempotencyKey } = context;
    return { request, caller, requestId, operation, tier, idempotencyKey };
  };

  const answer = await as(user, () => client().echo({ a: 1 }), {
    operation: 'deals.get',
    tier: 0,
    idempotencyKey: 'k',
  });

  expect(answer).toEqual({
    request: { a: 1 },
    caller: user,
    requestId: 'r1',
    operation: 'deals.get',
    tier: 0,
    idempotencyKey: 'k',
  });
});

test("an agent's grant travels with the call, and a handler that needs a session refuses it", async () => {
  const agent = testAgent({}, ['one:read']);
  handle = async (_request, { user }) => ({ user });
  const answer = await as(agent, () => client().help({}));
  handle = async (_request, { signedIn }) => ({ signedIn });

  expect(answer).toEqual({ user: agent });
  await expect(as(agent, () => client().help({}))).rejects.toMatchObject({ kind: 'forbidden', code: 'FORBIDDEN' });
});

test('an error is transmitted completely, except for its cause', async () => {
  const policies = [{ name: 'ü', tries: 10, windowSeconds: 60 }];
  const limit = { policies, scarcest: 'ü', remaining: 0, resetSeconds: 7 };
  handle = async () => {
    throw appError('RATE_LIMITED', 'Zu viele – später.', {
      cause: new Error('private'),
      details: [{ path: 'ü', message: '…' }],
      data: { nextAction: { retryParams: ['ü', 1, null] } },
      retryAfterSeconds: 7,
      limit,
    });
  };

  const error = await as(undefined, () => client().open({})).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(AppError);
  expect(error).toMatchObject({
    kind: 'rate_limited',
    code: 'RATE_LIMITED',
    message: 'Zu viele – später.',
    details: [{ path: 'ü', message: '…' }],
    data: { nextAction: { retryParams: ['ü', 1, null] } },
    retryAfterSeconds: 7,
    limit,
  });
  expect((error as Error).cause).toBeUndefined();
});

test('a bug is reported only as an internal error', async () => {
  handle = async () => {
    throw new Error('password=hunter2');
  };

  const error = (await as(undefined, () => client().open({})).catch((thrown: unknown) => thrown)) as Error;

  expect(error).not.toBeInstanceOf(AppError);
  expect(error.message).toBe('test/test.v1.EchoService/Open answered INTERNAL: Internal error.');
});

test('a method that a process of the previous version lacks is unavailable', async () => {
  const NewService = { later: echoMethod('Later') };

  const error = await as(undefined, () => createClient(NewService, connection).later({})).catch((thrown) => thrown);

  expect(error).toMatchObject({ kind: 'unavailable', code: 'UNAVAILABLE', retryAfterSeconds: 1 });
});

test('a late response is a timeout, and the deadline shrinks with each hop', async () => {
  let leftMs = Infinity;
  handle = (_request, { context }) => {
    leftMs = context.deadline - Date.now();
    return new Promise(() => undefined);
  };
  const deadline = Date.now() + 1_500;

  await expect(as(undefined, () => client().open({}), { deadline })).rejects.toMatchObject({
    kind: 'timeout',
    code: 'TIMEOUT',
  });
  expect(leftMs).toBeLessThanOrEqual(1_475);
});

test('a caller who leaves cancels the call', async () => {
  const gone = new AbortController();
  const cancelled = Promise.withResolvers<void>();
  handle = (_request, { context }) => {
    context.signal.addEventListener('abort', () => cancelled.resolve());
    gone.abort();
    return new Promise(() => undefined);
  };

  await expect(as(undefined, () => client().open({}), { signal: gone.signal })).rejects.toMatchObject({
    kind: 'timeout',
  });
  await cancelled.promise;
});

test('a large message whose caller leaves before it is sent is not handled', async () => {
  const gone = new AbortController();

  const sending = as(undefined, () => client().open({ text: 'x'.repeat(2_000_000) }), { signal: gone.signal });
  gone.abort();

  await expect(sending).rejects.toMatchObject({ kind: 'timeout' });
  await as(undefined, () => client().open({}));
  expect(handled).toBe(1);
});

test('a read is tried twice when the other side is unavailable, a write once', async () => {
  handle = async () => {
    throw appError('UNAVAILABLE', 'Away.');
  };

  await expect(as(undefined, () => client().read({}))).rejects.toMatchObject({ kind: 'unavailable' });
  expect(handled).toBe(2);
  handled = 0;
  await expect(as(undefined, () => client().open({}))).rejects.toMatchObject({ kind: 'unavailable' });
  expect(handled).toBe(1);
});

test('a refusal by an overloaded service is not retried', async () => {
  handle = async () => {
    throw appError('UNAVAILABLE', 'Too much to do.', { isOverload: true });
  };

  await expect(as(undefined, () => client().read({}))).rejects.toMatchObject({ kind: 'unavailable' });
  expect(handled).toBe(1);
});

test('an unreachable service is reported as unavailable at once, in plain words', async () => {
  const nowhere = openConnection('nowhere', '127.0.0.1:1', METHODS, 'Screenshots');

  await expect(as(undefined, () => createClient(EchoService, nowhere).read({}))).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'Screenshots are not available right now. Try again in a moment.',
    retryAfterSeconds: 1,
  });
  expect(await isServing(nowhere, 500)).toBe(false);
  nowhere.close();
});

test('a call captures no stack trace, and other stack traces keep their length', async () => {
  const limits: number[] = [];
  const watched: Connection = {
    ...connection,
    clientFor: (bytes) => {
      const real = connection.clientFor(bytes);
      const makeUnaryRequest = (...passed: Parameters<typeof real.makeUnaryRequest>) => {
        limits.push(Error.stackTraceLimit);
        return real.makeUnaryRequest(...passed);
      };
      return Object.assign(Object.create(real) as typeof real, { makeUnaryRequest });
    },
  };
  const before = Error.stackTraceLimit;

  await as(ADMIN, () => createClient(EchoService, watched).echo({}));

  expect(limits).toEqual([0]);
  expect(Error.stackTraceLimit).toBe(before);
});

test('messages may be 8 MiB and no larger', async () => {
  handle = async (request) => ({ length: (request as { text: string }).text.length });
  const send = (length: number) => as(undefined, () => client().open({ text: 'x'.repeat(length) }));

  expect(await send(8 * 1024 * 1024 - 100)).toEqual({ length: 8 * 1024 * 1024 - 100 });
  await expect(send(8 * 1024 * 1024)).rejects.toThrow('RESOURCE_EXHAUSTED');
});

test('a replayed response is marked for the caller', async () => {
  handle = async (_request, { context }) => {
    context.replayed = true;
    return {};
  };
  const call: CallContext = {
    requestId: 'r',
    deadline: Date.now() + 5_000,
    signal: new AbortController().signal,
    idempotencyKey: 'k',
  };

  await runInCall(call, () => client().open({}));

  expect(call.replayed).toBe(true);
});

test('health reports whether the process is ready', async () => {
  expect(await isServing(connection, 10_000)).toBe(false);
  server.setServing(true);
  expect(await isServing(connection, 10_000)).toBe(true);
});
