/** `npm run call-graph`: every client in the sources is an edge of call-graph.json, and every edge there has a client. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareGraphs, findEdges, type Graph } from './call-graph/edges.ts';
import { ROOT, SERVICES } from './stack/service-list.ts';

const names = SERVICES.map(({ name }) => name);
const allowed = JSON.parse(readFileSync(join(ROOT, 'scripts/call-graph.json'), 'utf8')) as Graph;
const found = SERVICES.map(({ name, folder }) => findEdges(name, join(ROOT, folder, 'src'), names));
const problems = compareGraphs(allowed, {
  calls: found.flatMap(({ calls }) => calls),
  deliveries: found.flatMap(({ deliveries }) => deliveries),
});

for (const problem of problems) console.error(problem);
process.exit(problems.length === 0 ? 0 : 1);
