import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { calleesOf, type ProcessName } from '@svc/topology/processes';

/** One service asking another. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/**
 * Three graphs. Calls over gRPC and requests to internal HTTP listeners point one way, because someone waits for the answer.
 * Deliveries are what an outbox brings later, so they may go against the others.
 */
export interface Graph<E extends Edge = Edge> {
  readonly calls: readonly E[];
  readonly deliveries: readonly E[];
  readonly proxies: readonly E[];
}

/** An edge of the sources, and the file that makes it. */
export interface FoundEdge extends Edge {
  readonly file: string;
}

const PROTO_IMPORT = /import\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'@svc\/proto\/([a-z]+)\/v\d+\/\w+'/g;
const CREATE_CLIENT = /\bcreateClient\(\s*(\w+),\s*([^,)]+)/g;
/** A row of a table of clients, which names the service itself. */
const TABLE_ROW = /\bofferedBy\(\s*'(\w+)'/g;
const OPEN_CONNECTION = /\bopenConnection\(\s*'(\w+)'/g;
/** Opens a connection to all whom the table of processes names for one. */
const OPEN_CONNECTIONS = /\bcalleesOf\(\s*'(\w+)'\)/g;
/** Sends requests to an internal HTTP listener, or lets an operation do so, which names whose it is. */
const HTTP_REQUEST = /\b(?:openUpstream|forwardBody|forwardFile)\(\s*'(\w+)'/g;
/** Ways around createClient: generated client classes, and those of the gRPC library. */
const OTHER_CLIENT = /\bnew\s+\w*Client\(|\bmake(?:Generic)?ClientConstructor\(/;

/**
 * Reads which services a folder of sources makes clients of, with `createClient(SomeService, connection)`, and whose internal HTTP
 * listeners it sends requests to. Clients made in `deliveries.ts` are deliveries, all others calls. Throws on a client made in any
 * other way.
 *
 * The service is the proto package of the definition. A contract that several services offer is of no service's package; there
 * the name of the connection tells, and when that is no service either, the contract is used with all that the process connects to.
 */
export function findEdges(from: string, folder: string, services: readonly string[]): Graph<FoundEdge> {
  const sources = [...listSources(folder)].map((file) => ({ file, text: readFileSync(file, 'utf8') }));
  const connected = sources.flatMap(({ text }) => [
    ...[...text.matchAll(OPEN_CONNECTION)].map(([, name = '']) => name),
    ...[...text.matchAll(OPEN_CONNECTIONS)].flatMap(([, name = '']) => calleesOf(name as ProcessName)),
  ]);
  const clients = sources.flatMap(({ file, text }) => {
    if (OTHER_CLIENT.test(text)) throw new Error(`${file} makes a gRPC client without createClient of the chassis.`);
    const packages = readProtoImports(text);
    const rows = [...text.matchAll(TABLE_ROW)].map(([, to = '']) => ({ from, to, file }));
    if (rows.length > 0) return rows;
    return [...text.matchAll(CREATE_CLIENT)].flatMap(([, definition = '', connection = '']) => {
      const names = [packages.get(definition) ?? '', /(?<!\w)(\w+)$/.exec(connection.trim())?.[1] ?? ''];
      const named = names.filter((name) => services.includes(name)).slice(0, 1);
      const targets = named.length > 0 ? named : connected;
      if (targets.length === 0) throw new Error(`${file}: which service does createClient(${definition}, …) ask?`);
      return targets.map((to) => ({ from, to, file }));
    });
  });
  const isDelivery = ({ file }: FoundEdge) => basename(file) === 'deliveries.ts';
  const proxies = sources.flatMap(({ file, text }) =>
    [...text.matchAll(HTTP_REQUEST)].map(([, to = '']) => ({ from, to, file })),
  );
  return { calls: clients.filter((client) => !isDelivery(client)), deliveries: clients.filter(isDelivery), proxies };
}

/** What is wrong with the graph that the sources make, measured by the one that is allowed: one sentence each. */
export function compareGraphs(allowed: Graph, found: Graph<FoundEdge>): string[] {
  return [
    ...compareEdges('call', allowed.calls, found.calls),
    ...compareEdges('delivery', allowed.deliveries, found.deliveries),
    ...compareEdges('proxy', allowed.proxies, found.proxies),
    ...findCycles([...allowed.calls, ...allowed.proxies]),
  ];
}

function compareEdges(kind: string, allowed: readonly Edge[], found: readonly FoundEdge[]): string[] {
  const has = (edges: readonly Edge[], { from, to }: Edge) =>
    edges.some((edge) => edge.from === from && edge.to === to);
  const extra = found.filter((edge) => !has(allowed, edge));
  const unused = allowed.filter((edge) => !has(found, edge));
  return [
    ...extra.map(({ from, to, file }) => `The ${kind} ${from} -> ${to} in ${file} is not allowed by the call graph.`),
    ...unused.map(({ from, to }) => `The ${kind} ${from} -> ${to} of the call graph is made nowhere: take it out.`),
  ];
}

/** Calls in a circle wait for each other, so the file itself may not allow any. */
function findCycles(calls: readonly Edge[]): string[] {
  const reaches = (from: string, to: string, seen: ReadonlySet<string> = new Set()): boolean =>
    calls.some(
      (call) =>
        call.from === from && !seen.has(call.to) && (call.to === to || reaches(call.to, to, new Set([...seen, from]))),
    );
  const problems = calls
    .filter(({ from, to }) => reaches(to, from))
    .map(
      ({ from, to }) =>
        `The call ${from} -> ${to} closes a circle: ${to} already calls ${from}, perhaps through others.`,
    );
  return [...new Set(problems)];
}

function readProtoImports(source: string): Map<string, string> {
  const packages = new Map<string, string>();
  for (const [, names = '', service = ''] of source.matchAll(PROTO_IMPORT)) {
    for (const name of names.split(',')) packages.set(name.trim().split(/\s+/).at(-1) ?? '', service);
  }
  return packages;
}

function* listSources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'testing') yield* listSources(path);
    else if (entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts')) yield path;
  }
}
