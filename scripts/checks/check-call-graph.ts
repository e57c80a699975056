/** `npm run call-graph`: every client in the sources is an edge of the table of processes, and every edge there has a client. */
import { join } from 'node:path';
import { PROCESSES, SERVICE_NAMES, type Process } from '@svc/topology/processes';
import { compareGraphs, findEdges, type Edge, type Graph } from './call-graph/edges.ts';
import { folderOf } from '../stack/paths.ts';

const allowed = graphOf((kind) =>
  SERVICE_NAMES.flatMap((from) => {
    const entry: Process = PROCESSES[from];
    return Object.keys(entry[kind] ?? {}).map((to): Edge => ({ from, to }));
  }),
);
const parts = [
  ...SERVICE_NAMES.map((name) => findEdges(name, join(folderOf(name), 'src'), SERVICE_NAMES)),
  findEdges('gateway', join(folderOf('gateway'), 'operations/src'), SERVICE_NAMES),
];
const problems = compareGraphs(
  allowed,
  graphOf((kind) => parts.flatMap((part) => part[kind])),
);

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);

function graphOf<E extends Edge>(edgesOf: (kind: keyof Graph) => E[]): Graph<E> {
  return { calls: edgesOf('calls'), deliveries: edgesOf('deliveries'), proxies: edgesOf('proxies') };
}
