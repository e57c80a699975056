import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { compareGraphs, findEdges, type FoundEdge, type Graph } from './edges.ts';

const SERVICES = ['deal', 'viewcheck', 'identity'];
const ALLOWED: Graph = {
  calls: [{ from: 'viewcheck', to: 'deal' }],
  deliveries: [{ from: 'deal', to: 'viewcheck' }],
  proxies: [{ from: 'identity', to: 'deal' }],
};

const VIEW_LOG_CLIENT = `
  import { ViewLogService } from '@svc/proto/viewcheck/v1/view_log_service';
  const viewLogs = createClient(ViewLogService, viewcheck);`;
const DEAL_CLIENT = `
  import {
    DealService,
    type Deal,
  } from '@svc/proto/deal/v1/deal_service';
  const deals = createClient(DealService, connection);`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'call-graph-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

function write(file: string, source: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), source);
}

function check(from: string): string[] {
  const { calls, deliveries, proxies } = findEdges(from, folder, SERVICES);
  const missing = (graph: Graph) => ({
    calls: graph.calls.filter((edge) => edge.from === from),
    deliveries: graph.deliveries.filter((edge) => edge.from === from),
    proxies: graph.proxies.filter((edge) => edge.from === from),
  });
  return compareGraphs(missing(ALLOWED), { calls, deliveries, proxies });
}

test('a call that the graph allows passes, wherever in the sources it is made', () => {
  write('videos/deal-access.ts', DEAL_CLIENT);

  expect(check('viewcheck')).toEqual([]);
});

test('deal may deliver to viewcheck', () => {
  write('deliveries.ts', VIEW_LOG_CLIENT);

  expect(check('deal')).toEqual([]);
});

test('deal may not call viewcheck, which it may deliver to', () => {
  write('deliveries.ts', VIEW_LOG_CLIENT);
  write('main.ts', VIEW_LOG_CLIENT);

  expect(check('deal')).toEqual([
    `The call deal -> viewcheck in ${join(folder, 'main.ts')} is not allowed by the call graph.`,
  ]);
});

test('an edge that no client makes has to leave the graph', () => {
  write('main.ts', '');

  expect(check('viewcheck')).toEqual(['The call viewcheck -> deal of the call graph is made nowhere: take it out.']);
});

const PURGE_IMPORT = `import { PurgeService } from '@svc/proto/purge/v1/purge_service';`;

test('a contract that several services offer asks the service that its connection is named after', () => {
  write('deliveries.ts', `${PURGE_IMPORT} createClient(PurgeService, connections.viewcheck);`);

  expect(findEdges('identity', folder, SERVICES).deliveries).toMatchObject([{ to: 'viewcheck' }]);
});

test('a contract that several services offer, used over and over, asks all services that the process connects to', () => {
  write('main.ts', `openConnection('deal', address); openConnection('viewcheck', address);`);
  write('deliveries.ts', `${PURGE_IMPORT} all.map((connection) => createClient(PurgeService, connection));`);

  expect(findEdges('identity', folder, SERVICES).deliveries).toMatchObject([{ to: 'deal' }, { to: 'viewcheck' }]);
});

test('calls in a circle are refused even when the file lists them', () => {
  const calls = [
    { from: 'viewcheck', to: 'deal' },
    { from: 'deal', to: 'identity' },
    { from: 'identity', to: 'viewcheck' },
  ];

  const problems = compareGraphs(
    { calls, deliveries: [], proxies: [] },
    { calls: calls.map((call) => ({ ...call, file: 'x' })), deliveries: [], proxies: [] },
  );

  expect(problems).toHaveLength(3);
  expect(problems[0]).toMatch(/viewcheck -> deal closes a circle/);
});

test('requests to internal HTTP listeners are edges too, which the graph has to allow and the sources to make', () => {
  write('send-image.ts', `const deals = openUpstream('deal', address, LIMITS);`);
  expect(check('identity')).toEqual([]);

  write('send-image.ts', `run: () => forwardFile('viewcheck', path)`);
  expect(check('identity')).toEqual([
    `The proxy identity -> viewcheck in ${join(folder, 'send-image.ts')} is not allowed by the call graph.`,
    'The proxy identity -> deal of the call graph is made nowhere: take it out.',
  ]);
});

test('a circle of calls and requests to internal listeners is one', () => {
  const graph = {
    calls: [{ from: 'viewcheck', to: 'deal' }],
    deliveries: [],
    proxies: [{ from: 'deal', to: 'viewcheck' }],
  };
  const found = Object.fromEntries(
    Object.entries(graph).map(([kind, edges]) => [kind, edges.map((edge) => ({ ...edge, file: 'x' }))]),
  ) as unknown as Graph<FoundEdge>;

  expect(compareGraphs(graph, found)).toHaveLength(2);
});

test.each([['new DealServiceClient(address, credentials)'], ['new Client(address, credentials)']])(
  'a client made with %s, around the chassis, is refused',
  (source) => {
    write('main.ts', source);

    expect(() => findEdges('viewcheck', folder, SERVICES)).toThrow(/makes a gRPC client without createClient/);
  },
);

test('tests and what they are made of may make any client', () => {
  write('main.test.ts', VIEW_LOG_CLIENT);
  write('testing/stub.ts', VIEW_LOG_CLIENT);

  expect(findEdges('deal', folder, SERVICES)).toEqual({ calls: [], deliveries: [], proxies: [] });
});
