/** The process table and the sources have the same edges. An edge that is not in the table does not compile; see run-service.test.ts. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import * as logoRoutes from '@svc/image-routes/logo-routes';
import * as photoRoutes from '@svc/image-routes/photo-routes';
import * as screenshotRoutes from '@svc/image-routes/screenshot-routes';
import * as table from '@svc/topology/processes';
import { type Process, PROCESS_NAMES, PROCESSES, type ProcessName } from '@svc/topology/processes';
import { ROOT } from '../stack/paths.ts';
import {
  type Edge,
  EDGE_KINDS,
  type EdgeKind,
  findCircles,
  findUsedEdges,
  lineOfEdge,
  type UsedEdges,
} from './edges.ts';

const TABLE = 'topology/src/processes.ts';
/** Lists of processes and route tables, by their names in the sources. */
const NAMED = { ...table, ...logoRoutes, ...photoRoutes, ...screenshotRoutes };
const TABLE_TEXT = readFileSync(join(ROOT, TABLE), 'utf8');

function edgesOf(from: ProcessName, kind: EdgeKind): Edge[] {
  const row: Process = PROCESSES[from];
  return Object.keys(row[kind] ?? {}).map((to) => ({ from, to }));
}

/** The edges in a process's sources, file by file, without tests. */
function usedBy(name: ProcessName): UsedEdges[] {
  const files = globSync(`${PROCESSES[name].folder}/{src,operations/src}/**/*.ts`, { cwd: ROOT });
  const sources = files.filter((file) => !/\.test\.ts$|\/testing\//.test(file));
  return sources.map((file) => findUsedEdges(readFileSync(join(ROOT, file), 'utf8'), NAMED));
}

test('every edge of the table is used by the process whose row names it', () => {
  const unused = PROCESS_NAMES.flatMap((name) => {
    const used = usedBy(name);
    return EDGE_KINDS.flatMap((kind) =>
      edgesOf(name, kind)
        .filter(({ to }) => !used.some((edges) => edges[kind].has(to)))
        .map(
          (edge) => `${TABLE}:${lineOfEdge(TABLE_TEXT, edge, kind)}: nothing in ${name} uses its ${kind} to ${edge.to}`,
        ),
    );
  });

  expect(unused).toEqual([]);
});

test('calls and requests to internal listeners never form a cycle', () => {
  const edges = PROCESS_NAMES.flatMap((name) => [...edgesOf(name, 'calls'), ...edgesOf(name, 'proxies')]);

  expect(findCircles(edges)).toEqual([]);
});

test('every edge of a cycle of any length is reported', () => {
  const circle = [
    { from: 'viewcheck', to: 'deal' },
    { from: 'deal', to: 'identity' },
    { from: 'identity', to: 'viewcheck' },
  ];

  expect(findCircles([...circle, { from: 'gateway', to: 'deal' }])).toEqual(circle);
  expect(findCircles(circle.slice(1))).toEqual([]);
});

test.each<[EdgeKind, string]>([
  ['calls', 'createClient(DealService, connections.deal)'],
  ['calls', 'createClient(DealService, service.connections.deal)'],
  ['calls', 'const { deal } = connections;'],
  ['calls', 'const { deal: deals } = service.connections;'],
  ['calls', 'const start = ({ connections: { deal } }: Running) => createClient(DealService, deal);'],
  ['calls', `const CLIENTS = { deals: offeredBy('deal', DealService) };`],
  ['deliveries', 'const client = createClient(PurgeService, destinations.deal);'],
  ['deliveries', 'recordOf(LIST, (name) => createClient(PurgeService, destinations[name]))'],
  ['proxies', `const upstream = service.openUpstream('deal', LIMITS);`],
  ['proxies', 'const answer = http.forwardBody(ROUTES.image, input);'],
])('one of the %s is used by %s', (kind, source) => {
  const used = findUsedEdges(source, { LIST: ['deal'], ROUTES: { image: { service: 'deal' } } });

  for (const each of EDGE_KINDS) expect([each, ...used[each]]).toEqual(each === kind ? [each, 'deal'] : [each]);
});

test('look-alikes are not edges: other objects, other functions, comments and texts', () => {
  const source = `
    // createClient(DealService, connections.deal)
    const text = "connections.deal";
    const { deal } = parts;
    recordOf(LIST, (name) => names[name]);
    open('deal');
  `;

  const used = findUsedEdges(source, { LIST: ['deal'] });

  expect(EDGE_KINDS.flatMap((kind) => [...used[kind]])).toEqual([]);
});

test('an edge is found in the table by its line', () => {
  const text = ['const PROCESSES = {', '  deal: {', '    calls: {', `      identity: 'Keys.',`, '    },', '  },', '};'];

  expect(lineOfEdge(text.join('\n'), { from: 'deal', to: 'identity' }, 'calls')).toBe(4);
});
