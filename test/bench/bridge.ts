/** Compares the cost of the Agent Bridge with that of the dashboard, which runs the same operations. */
import type { Stack } from '@svc/scripts/stack/stack';
import { insertPeople, NO_LIMITS, type Person } from './measuring/agents.ts';
import { type Bench, benchEnvironment, withStack } from './measuring/bench.ts';
import { type LoadGenerator, type LoadRequest, startLoad } from './measuring/load.ts';
import { median, printGoals, printTable } from './measuring/report.ts';

const CONNECTIONS = 32;
const ROUNDS = 5;
const ROUND_SECONDS = 2;
const USERS = 4;

const JSON_TYPE = { 'Content-Type': 'application/json' };
const MCP_HEADERS = {
  ...JSON_TYPE,
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-06-18',
};

/** One of the compared ways to run an operation. */
interface Side {
  readonly name: string;
  readonly status: number;
  readonly requests: readonly LoadRequest[];
}

interface Round {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

export async function benchBridge(bench: Bench): Promise<void> {
  const environment = { ...benchEnvironment(), ...NO_LIMITS };
  await withStack(
    bench,
    async (stack) => {
      const load = await startLoad(bench);
      await compare(bench, stack, load);
      await load.stop();
    },
    { environment },
  );
}

async function compare(bench: Bench, stack: Stack, load: LoadGenerator): Promise<void> {
  console.log(`\nbridge: ${CONNECTIONS} connections, medians of ${ROUNDS} rounds of ${ROUND_SECONDS} s`);
  const people = await insertPeople(bench, stack, USERS);
  const [read, bridgeRead, mcpRead, write, keyedWrite, bridgeWrite, mcpWrite] = sidesFor(people);
  const sides = [read, bridgeRead, mcpRead, write, keyedWrite, bridgeWrite, mcpWrite];
  const rounds = new Map<Side, Round[]>(sides.map((side) => [side, []]));
  const url = stack.gatewayUrl.replace('localhost', '127.0.0.1');
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const side of sides) {
      const { requests, status } = side;
      const result = await load.run({ url, connections: CONNECTIONS, seconds: ROUND_SECONDS, requests, status });
      // The first round warms up.
      if (round > 0) rounds.get(side)?.push(result);
    }
  }
  printTable(
    ['', 'req/s', 'p50 ms', 'p99 ms'],
    [...rounds].map(([{ name }, results]) => [
      name,
      median(results.map(({ requestsPerSecond }) => requestsPerSecond)),
      median(results.map(({ p50 }) => p50)),
      median(results.map(({ p99 }) => p99)),
    ]),
  );
  printGoals([
    { what: 'read on the bridge, relative to the dashboard', measured: ratio(rounds, bridgeRead, read), atLeast: 0.8 },
    {
      what: 'write with its record, relative to the dashboard',
      measured: ratio(rounds, bridgeWrite, keyedWrite),
      atLeast: 0.8,
    },
  ]);
}

function sidesFor(people: readonly Person[]) {
  const task = JSON.stringify({ title: 'Ask for the invoice', description: 'They pay after thirty days.' });
  const side = (name: string, status: number, request: (person: Person) => LoadRequest): Side => ({
    name,
    status,
    requests: people.map(request),
  });
  const tool = (token: string, name: string, args: string): LoadRequest => ({
    method: 'POST',
    path: '/api/agent/mcp',
    token,
    headers: MCP_HEADERS,
    body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${args}}}`,
  });
  const write = { method: 'POST', headers: JSON_TYPE, body: task };
  const onBridge = { idHeader: 'x-dd-request-id' };
  return [
    side('deals.get on the dashboard', 200, ({ token, dealId }) => ({ token, path: `/api/deals/${dealId}` })),
    side('on the bridge', 200, (person) => ({
      ...onBridge,
      token: person.agentToken,
      path: `/api/agent/deals/${person.dealId}`,
    })),
    side('as an MCP tool', 200, ({ agentToken, dealId }) => tool(agentToken, 'deals_get', JSON.stringify({ dealId }))),
    side('tasks.create on the dashboard', 201, ({ token }) => ({ ...write, token, path: '/api/tasks' })),
    side('with a key', 201, ({ token }) => ({ ...write, idHeader: 'Idempotency-Key', token, path: '/api/tasks' })),
    side('on the bridge', 201, ({ agentToken }) => ({
      ...write,
      ...onBridge,
      token: agentToken,
      path: '/api/agent/tasks',
    })),
    side('as an MCP tool', 200, ({ agentToken }) => tool(agentToken, 'tasks_create', task)),
  ] as const;
}

/** Compares rounds that ran back to back, because other load on the machine changes between rounds. */
function ratio(rounds: ReadonlyMap<Side, readonly Round[]>, side: Side, against: Side): number {
  const others = rounds.get(against) ?? [];
  const ratios = (rounds.get(side) ?? []).map(
    (round, index) => round.requestsPerSecond / (others[index]?.requestsPerSecond ?? NaN),
  );
  return median(ratios);
}
