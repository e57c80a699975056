import { beforeAll, describe, expect, test } from '@jest/globals';
import { fillPath, methodsOf, namesInPath } from '@svc/http-host/http/http-operation';
import type { Operation } from '@svc/operations/registry/define-operation';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { isForAgents, isForUsers, scopesOf } from '@svc/operations/run/checks';
import { type Answer, callApi } from '@svc/scripts/stack/http';
import { sharedStack } from '../../shared-stack.ts';
import type { ErrorAnswer } from '../answers.ts';
import { inputOf } from '../inputs/operation-inputs.ts';
import { createSharedWorld, type SharedWorld } from '../sharing/everything-shared.ts';
import { twoPixels } from '../short-links/short-link-visits.ts';
import { ADAPTER, connectAgent, connectTools } from './bridge-agents.ts';

/** Every scope; each gets an agent with that scope alone. */
const SCOPES = ['svc.read', 'svc.write.low_risk', 'svc.write.sensitive', 'svc.memory', 'mcp'];

/** Number of concurrent requests. */
const PARALLEL = 8;

/** Errors of calls that are let through but cannot succeed with the sample input. */
const ANSWERS: Readonly<Record<string, readonly string[]>> = {
  // The approval belongs to another connection, and an adapter sees that it is not approved.
  'approvals.get': ['404 NOT_FOUND'],
  'approvals.execute': ['404 NOT_FOUND', '403 APPROVAL_INVALID'],
  // The sample link has a URL as its target and no image.
  'short_links.image': ['404 not_found'],
};

/** Operations that answer with a file, or take only a file, are not tools. */
const NO_TOOLS = [
  'contacts_export',
  'influencers_export',
  'screenshots_image',
  'screenshots_thumbnail',
  'screenshots_upload_content',
  'short_links_image',
];

interface AgentOfTest {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
}

const stack = await sharedStack();
let world: SharedWorld;
const agents = new Map<string, AgentOfTest>();

beforeAll(async () => {
  world = await createSharedWorld(stack);
  for (const scope of SCOPES) {
    const { token } = await connectAgent(stack, world.owner, [scope]);
    agents.set(scope, { name: scope, scopes: [scope], headers: { authorization: `Bearer ${token}` } });
  }
  const name = 'an adapter';
  agents.set(name, { name, scopes: SCOPES, headers: ADAPTER.headersFor(world.owner.userId) });
});

/** Calls an operation below a base path with these headers and an input that its service accepts. */
async function send(operation: Operation, base: string, headers: Readonly<Record<string, string>>) {
  const { http } = operation;
  const input = inputOf(operation, world) as Record<string, unknown>;
  const [method] = methodsOf(operation);
  const path = base + fillPath(http.path, input);
  const inPath = namesInPath(http.path);
  const rest = Object.entries(input).filter(([field, value]) => !inPath.has(field) && value !== undefined);
  const named = { 'x-dd-request-id': `matrix-${++count}`, ...headers };
  if (method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(rest.map(([field, value]): [string, string] => [field, String(value)]));
    return callApi<ErrorAnswer>(stack.gatewayUrl, method, `${path}?${query}`, { headers: named });
  }
  const sent = http.accepts
    ? { headers: { ...named, 'content-type': 'image/bmp' }, body: twoPixels() }
    : { headers: named, body: Object.fromEntries(rest) };
  return callApi<ErrorAnswer>(stack.gatewayUrl, method, path, sent);
}

let count = 0;

const codeOf = ({ body }: Answer<unknown>): string => (body as ErrorAnswer | null)?.error?.code ?? '';

/** The outcome of a call, in the terms of the expectations. */
function outcomeOf(operation: Operation, answer: Answer<unknown>): string {
  const { status } = answer;
  const code = codeOf(answer);
  if (code === 'INSUFFICIENT_SCOPE' && status === 403) return 'lacks the scope';
  if (code === 'APPROVAL_REQUIRED' && status === 403) return 'needs approval';
  const told = `${status} ${code}`;
  return status < 300 || ANSWERS[operation.name]?.includes(told) ? 'gets through' : told;
}

function expectedOf(operation: Operation, { scopes }: AgentOfTest): string {
  if (!scopesOf(operation).some((scope) => scopes.includes(scope))) return 'lacks the scope';
  return operation.tier === 2 ? 'needs approval' : 'gets through';
}

/** Whether an agents' operation matches the path and method, so that `export` is read as a deal id. */
function isReadAsAnother({ http }: Operation): boolean {
  return SCOPED.some((scoped) => {
    const pattern = new RegExp(`^${scoped.http.path.replaceAll(/:\w+/g, '[^/]+')}$`);
    return pattern.test(http.path) && methodsOf({ http }).some((method) => methodsOf(scoped).includes(method));
  });
}

/** Calls all operations, a few at a time; returns the outcome of each. */
async function outcomesOf(operations: readonly Operation[], ask: (operation: Operation) => Promise<string>) {
  const left = [...operations];
  const outcomes: Record<string, string> = {};
  const work = async (): Promise<void> => {
    for (let operation = left.shift(); operation; operation = left.shift()) {
      outcomes[operation.name] = await ask(operation);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, work));
  return outcomes;
}

const outcomesFrom = (operations: readonly Operation[], expected: (operation: Operation) => string) =>
  Object.fromEntries(operations.map((operation) => [operation.name, expected(operation)]));

const SCOPED = OPERATIONS.filter(({ scope }) => scope !== undefined);
const CONFIRM = OPERATIONS.filter(({ access }) => access === 'adapter');
const OF_USERS = OPERATIONS.filter(({ access }) => access === 'user' || access === 'admin').filter(isForUsers);

describe.each([...SCOPES, 'an adapter'])('%s', (name) => {
  test('opens exactly its operations, all the way to their services', async () => {
    const agent = agents.get(name)!;

    const outcomes = await outcomesOf(SCOPED, async (operation) =>
      outcomeOf(operation, await send(operation, '/api/agent', agent.headers)),
    );

    expect(outcomes).toEqual(outcomesFrom(SCOPED, (operation) => expectedOf(operation, agent)));
  });

  test('lists exactly the tools it may call, and is refused the others', async () => {
    const agent = agents.get(name)!;
    const client = await connectTools(stack, agent.headers);
    const asTool = (operation: Operation) => operation.name.replaceAll('.', '_');
    const [open, closed] = [true, false].map((isOpen) =>
      SCOPED.filter((operation) => (expectedOf(operation, agent) !== 'lacks the scope') === isOpen).map(asTool),
    );

    const shown = (await client.listTools()).tools.map(({ name: tool }) => tool);
    const refused = await Promise.all(
      (closed ?? []).map((tool) => client.callTool({ name: tool, arguments: {} }).catch(() => ({ isError: true }))),
    );

    expect(shown.toSorted()).toEqual(open?.filter((tool) => !NO_TOOLS.includes(tool)).toSorted());
    expect(refused.filter(({ isError }) => isError !== true)).toEqual([]);
    await client.close();
  });

  test('cannot confirm an approval', async () => {
    const { headers } = agents.get(name)!;
    const knowing = { ...headers, 'x-dd-approval-confirm-secret': ADAPTER.confirmSecret };

    const outcomes = await outcomesOf(CONFIRM, async (operation) => {
      const answer = await send(operation, '/api/agent', name === 'an adapter' ? headers : knowing);
      return `${answer.status} ${codeOf(answer)}`;
    });

    expect(outcomes).toEqual({ 'approvals.confirm': '403 FORBIDDEN' });
  });

  test('opens neither user operations below /api/agent nor anything on the dashboard', async () => {
    const { headers } = agents.get(name)!;
    const closed = OPERATIONS.filter((operation) => !isForAgents(operation) && !isReadAsAnother(operation));
    const statusIn = (base: string) => async (operation: Operation) =>
      String((await send(operation, base, headers)).status);

    const [onBridge, onDashboard] = [
      await outcomesOf(closed, statusIn('/api/agent')),
      await outcomesOf(OF_USERS, statusIn('/api')),
    ];

    expect(Object.entries(onBridge).filter(([, status]) => !['404', '405'].includes(status))).toEqual([]);
    expect(Object.entries(onDashboard).filter(([, status]) => status !== '401')).toEqual([]);
  });
});

test('a session opens nothing below /api/agent', async () => {
  const headers = { authorization: `Bearer ${world.owner.token}` };

  const outcomes = await outcomesOf([...SCOPED, ...CONFIRM], async (operation) =>
    String((await send(operation, '/api/agent', headers)).status),
  );

  expect(Object.entries(outcomes).filter(([, status]) => status !== '401')).toEqual([]);
});
