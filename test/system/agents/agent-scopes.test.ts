import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runInCall } from '@svc/chassis/calls/call-context';
import { AppError, appError, notFound } from '@svc/chassis/errors/app-error';
import { createClient } from '@svc/chassis/grpc/client';
import type { UnaryMethod } from '@svc/chassis/grpc/methods';
import { eventually } from '@svc/chassis/testing/eventually';
import { createIdentityAuthenticator } from '@svc/gateway/sessions/authenticator';
import { addressOf, type ImageRoute } from '@svc/image-routes/image-route';
import { createCatalog } from '@svc/operations/registry/catalog';
import type { Operation } from '@svc/operations/registry/define-operation';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { scopesOf } from '@svc/operations/run/checks';
import { CLIENTS, type Clients, createClients } from '@svc/operations/run/clients';
import type { Caller, SurfaceContext } from '@svc/operations/run/operation-context';
import { runOperation } from '@svc/operations/run/run-operation';
import { METHOD_OPTIONS } from '@svc/proto/methods';
import { type OpenConnections, openConnections } from '@svc/topology/connections';
import { type Call, callsOf, httpAddressSetting, recordOf } from '@svc/topology/processes';
import { sharedStack } from '../../shared-stack.ts';
import { newAddress } from '../../stack.ts';
import { inputOf, shareAddresses } from '../inputs/operation-inputs.ts';
import { createSharedWorld, type SharedWorld } from '../sharing/everything-shared.ts';
import { twoPixels } from '../short-links/short-link-visits.ts';

type Method = UnaryMethod<object, unknown>;

const SERVICES = callsOf('gateway');

/** Operations that cascade to other records, in the order in which they run. */
const OUTERMOST = ['deals.delete_video', 'deals.delete'];

/** Operations that read what agents have written, which names their connections. */
const AFTER_WRITES = ['activity.list'];

/** Agents' operations: deletions come last, and each record after the records inside it. */
const SCOPED = OPERATIONS.filter(({ scope }) => scope !== undefined).toSorted(
  (left, right) => rankOf(left) - rankOf(right),
);

function rankOf({ name, tier, destructive }: Operation): number {
  const rank = AFTER_WRITES.includes(name) ? 3 : tier + (destructive ? 1 : 0);
  return rank + OUTERMOST.indexOf(name) + 1;
}

const CLAIM = '/svc.identity.v1.ApprovalService/ClaimApproval';
const RELEASE = '/svc.identity.v1.ApprovalService/ReleaseApproval';

/** Inputs that require an approval although the operation's tier does not. */
const ASKING: Readonly<Record<string, object>> = { 'memory.create': { kind: 'instruction' } };

/** Inputs that reach other methods than the sample input. */
const OTHERWISE: Readonly<Record<string, object>> = {
  viewcheck_evidence: {
    action: 'audit_browser_candidate_intake',
    rows: Array.from({ length: 100 }, () => ({ url: 'https://youtu.be/dQw4w9WgXcQ', title: 'x'.repeat(1_000) })),
  },
};

/**
 * The scopes that a method needs for an operation. Scopes that only unlock approvals do not unlock those of another
 * agent.
 */
function scopesFor(operation: Operation, method: string): readonly string[] {
  if (method.startsWith('/svc.identity.v1.ApprovalService/')) return scopesOf(operation);
  return scopesOf(operation).filter((scope) => !operation.otherScopes?.some((other) => other === scope));
}

/** Methods that no call in this file reaches, and the scopes that open them. */
const UNREACHED: Readonly<Record<string, readonly string[]>> = {
  // The operator's adapters have every scope.
  '/svc.identity.v1.ApprovalService/ConfirmApproval': ['mcp'],
  // Made only for agents that may also read the record.
  '/svc.dry_run.v1.DryRunService/DryRun': ['mcp', 'svc.write.sensitive'],
  // The bridge reports each call as its caller.
  '/svc.identity.v1.ToolCallService/RecordOwnToolCalls': [...new Set<string>(SCOPED.flatMap(scopesOf))].toSorted(),
};

const stack = await sharedStack();
let world: SharedWorld;
let opened: OpenConnections<'gateway'>;
let clients: Clients;
let authenticate: ReturnType<typeof createIdentityAuthenticator>;
const tokens = new Map<string, string>();

beforeAll(async () => {
  world = await createSharedWorld(stack);
  await shareAddresses(world);
  opened = openConnections(
    'gateway',
    recordOf(SERVICES, (name) => stack.address(name)),
  );
  clients = createClients(opened.connections);
  authenticate = createIdentityAuthenticator(clients.authentication, 0);
  for (const scope of new Set(SCOPED.map((operation) => operation.scope ?? ''))) {
    tokens.set(scope, await connectAgent(scope));
  }
});

afterAll(() => opened.close());

/** Connects an agent of the owner with this scope alone; returns its token. */
async function connectAgent(scope: string): Promise<string> {
  const { agentAuthorizations } = clients;
  const from = { family: 'bridge', clientAddress: newAddress() };
  const { clientId } = await agentAuthorizations.registerClient({ ...from, clientName: 'Example', scope });
  const { deviceCode, requestId } = await agentAuthorizations.startDeviceAuthorization({ ...from, clientId, scope });
  const approved = await world.owner.post(`/api/agent-authorizations/${requestId}/approve`, {});
  expect(approved.status).toBe(200);
  return (await agentAuthorizations.redeemDeviceCode({ ...from, clientId, deviceCode })).accessToken;
}

const catalog = createCatalog(OPERATIONS, { approvesNonDeleteWrites: true });

function contextFor(caller: Caller): SurfaceContext {
  return {
    clients,
    source: 'agent',
    apiPath: '/api',
    expectedVersion: null,
    baseUrl: stack.gatewayUrl,
    appName: 'Dealbridge',
    shortenerOrigin: 'https://go.example',
    documentation: { docsUrl: undefined, agentKitUrl: undefined },
    http: {
      sender: { address: newAddress(), userAgent: 'Example/1' },
      viewingPass: null,
      forwardBody: async (route, input) => {
        const sent = { headers: { 'content-type': 'image/bmp' }, body: twoPixels() };
        return route.answer.parse(await (await askListener(route, input, caller, sent)).json());
      },
      forwardFile: async (route, input) => {
        const { status } = await askListener(route, input, caller, {});
        return { status, headers: {} };
      },
    },
  };
}

/** Sends the caller's assertion to the internal listener, as the gateway does. */
async function askListener(
  route: ImageRoute,
  input: Readonly<Record<string, string | undefined>>,
  { assertions }: Caller,
  {
    headers,
    body,
  }: { readonly headers?: Readonly<Record<string, string>>; readonly body?: NonNullable<RequestInit['body']> },
): Promise<Response> {
  const { service, http } = route;
  const host = stack.environmentOf('gateway')[httpAddressSetting(service)] ?? '';
  const answer = await fetch(`http://${host}${addressOf(route, input)}`, {
    method: http.method,
    headers: { ...headers, 'svc-assertion': assertions[service] ?? '' },
    ...(body ? { body } : {}),
  });
  if (answer.status === 401 || answer.status === 403) {
    throw appError('FORBIDDEN', await answer.text());
  }
  if (answer.status === 404) throw notFound('image');
  if (!answer.ok) throw new Error(`The listener answers ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Calls as the agent, and again after an approval if one is needed. Returns the error, if any. */
async function callAs(caller: Caller, operation: Operation, input: object): Promise<unknown> {
  const error = await runAs(caller, operation, input);
  if (!(error instanceof AppError) || error.code !== 'APPROVAL_REQUIRED') return error;
  const { approvalId } = error.data as { approvalId: string };
  expect((await world.owner.post(`/api/approvals/${approvalId}/approve`)).status).toBe(200);
  return runAs(caller, operation, input, approvalId);
}

async function runAs(caller: Caller, operation: Operation, input: object, approvalId?: string): Promise<unknown> {
  const { signal } = new AbortController();
  const requestId = requestIdOf(operation);
  const agent = { surface: 'https' as const, ...(approvalId === undefined ? {} : { approvalId }) };
  const call = { operation, input, caller, catalog, agent, requestId, idempotencyKey: undefined, signal };
  try {
    const { produced } = await runOperation({ ...call, context: contextFor(caller) });
    if (produced) for await (const _piece of produced.pieces);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Whether the outcome fails to prove access; mistakes of the test itself count as refusals. */
function meansRefused(error: unknown): boolean {
  if (error === undefined) return false;
  return !(error instanceof AppError) || error.kind === 'forbidden' || error.kind === 'unauthenticated';
}

function requestIdOf({ name }: Operation): string {
  return `scopes-${name}`;
}

/** The user-facing methods that each operation reached, directly or downstream, read from the services' logs. */
function reachedMethods(): Map<string, Set<string>> {
  const reached = new Map<string, Set<string>>();
  for (const service of SERVICES) {
    for (const line of readFileSync(stack.logFile(service), 'utf8').split('\n')) {
      if (!line.includes('"rpc"')) continue;
      const { rpc, requestId } = JSON.parse(line) as { rpc: string; requestId: string };
      reached.set(requestId, (reached.get(requestId) ?? new Set()).add(rpc));
    }
  }
  return reached;
}

/** Calls a read-only method of a service with an empty message; the call is logged with any outcome. */
async function readFrom(service: Call<'gateway'>): Promise<void> {
  const read = Object.values(CLIENTS)
    .filter((row) => row.service === service)
    .flatMap(({ definition }) => Object.values(definition as Readonly<Record<string, Method>>))
    .find(({ path }) => METHOD_OPTIONS[path]?.readOnly);
  if (!read) throw new Error(`${service} has no read-only method.`);
  const empty = { read: { ...read, requestSerialize: () => Buffer.alloc(0) } };
  await createClient(empty, opened.connections[service])
    .read({})
    .catch(() => undefined);
}

describe.each(SCOPED.map((operation) => ({ name: operation.name, operation })))('$name', ({ operation }) => {
  test('accepts an agent that has its scope and no other', async () => {
    const caller = await authenticate({ kind: 'agent', token: tokens.get(operation.scope ?? '') ?? '' });
    const usual = { ...inputOf(operation, world), ...ASKING[operation.name] };
    const other = OTHERWISE[operation.name];

    for (const input of other ? [usual, { ...usual, ...other }] : [usual]) {
      expect(operation.input.safeParse(input).error?.issues).toBeUndefined();
      const error = await callAs(caller!, operation, input);

      expect([operation.name, meansRefused(error) ? error : undefined]).toEqual([operation.name, undefined]);
    }
  });
});

test('every sensitive write of deals and short links can be run dry before the user is asked', async () => {
  const caller = await authenticate({ kind: 'session', token: world.owner.token });
  const call = { requestId: 'dry-runs', deadline: Date.now() + 20_000, signal: new AbortController().signal };
  const sensitive = Object.keys(METHOD_OPTIONS).filter((method) => METHOD_OPTIONS[method]?.sensitive === 'write');

  await runInCall({ ...call, assertions: caller!.assertions }, async () => {
    for (const method of sensitive) {
      const runs = method.startsWith('/svc.deal.') ? clients.dealDryRuns : clients.shortLinkDryRuns;
      // An empty message is no valid request of most methods, which then fail.
      const outcome = await runs
        .dryRun({ method, request: Buffer.alloc(0) })
        .catch((error: unknown) => ({ supported: !(error instanceof AppError && error.kind === 'unavailable') }));

      expect([method, outcome]).toEqual([method, { supported: true }]);
    }
  });
});

test('a user-facing method is open to exactly the scopes whose operations reach it', async () => {
  const last = requestIdOf({ name: 'end' } as Operation);
  const call = { requestId: last, deadline: Date.now() + 20_000, signal: new AbortController().signal };
  const caller = await authenticate({ kind: 'session', token: world.owner.token });
  await runInCall({ ...call, assertions: caller!.assertions }, () =>
    Promise.all(SERVICES.map((service) => readFrom(service))),
  );
  // Logs are written in order, so a service that logged the last call has logged all earlier ones.
  const logged = (service: (typeof SERVICES)[number]) => readFileSync(stack.logFile(service), 'utf8').includes(last);
  await eventually(() => expect(SERVICES.filter((service) => !logged(service))).toEqual([]));

  const reached = reachedMethods();
  const expected: Record<string, string[]> = {};
  for (const operation of SCOPED) {
    for (const method of reached.get(requestIdOf(operation)) ?? []) {
      const rule = METHOD_OPTIONS[method];
      if (!rule || rule.public || rule.services.length > 0) continue;
      expected[method] = [...new Set([...(expected[method] ?? []), ...scopesFor(operation, method)])].toSorted();
    }
  }

  expect(Object.keys(UNREACHED).filter((method) => method in expected)).toEqual([]);
  // A refused call releases the approval it claimed.
  expected[RELEASE] = expected[CLAIM] ?? [];
  Object.assign(expected, UNREACHED);

  const declared = Object.entries(METHOD_OPTIONS)
    .filter(([, { agentScopes }]) => agentScopes.length > 0)
    .map(([method, { agentScopes }]) => [method, agentScopes.toSorted()]);
  expect(Object.fromEntries(declared)).toEqual(expected);
});
