/** The edges of the process table that the sources use: calls, deliveries and HTTP requests. */
import { parseSync, type Program, Visitor } from 'oxc-parser';

export const EDGE_KINDS = ['calls', 'deliveries', 'proxies'] as const;
export type EdgeKind = (typeof EDGE_KINDS)[number];

/** One process calling another, or delivering to it. */
export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Processes that some sources reach, by kind of edge. */
export type UsedEdges = Readonly<Record<EdgeKind, ReadonlySet<string>>>;

/** Objects with connections by process name. */
const HOLDERS = new Map<string | undefined, EdgeKind>([
  ['connections', 'calls'],
  ['destinations', 'deliveries'],
]);
/** Functions whose first argument is a process name. */
const NAMING = new Map<string | undefined, EdgeKind>([
  ['offeredBy', 'calls'],
  ['openUpstream', 'proxies'],
]);

/**
 * Finds the edges in a source: `connections.deal`, `const { deal } = connections`, `openUpstream('deal', …)`, `recordOf(LIST, (name) =>
 * destinations[name])`, or `ROUTES.image`, where `named` has the lists of names and the image route tables. A running service implicitly calls
 * identity for keys.
 */
export function findUsedEdges(source: string, named: Readonly<Record<string, unknown>>): UsedEdges {
  const used = { calls: new Set<string>(), deliveries: new Set<string>(), proxies: new Set<string>() };
  const ranged: string[][] = [];
  const takeApart = (holder: string | undefined, properties: readonly Node[]): void => {
    const kind = HOLDERS.get(holder);
    if (kind) for (const { key } of properties) used[kind].add(nameOf(key) ?? '');
  };
  new Visitor({
    MemberExpression(node) {
      const table = named[nameOf(node.object) ?? ''] as Readonly<Record<string, { service?: string }>> | undefined;
      const service = table?.[nameOf(node.property) ?? '']?.service;
      if (service !== undefined) used.proxies.add(service);
      const kind = HOLDERS.get(nameOf(node.object));
      if (!kind) return;
      if (node.computed) ranged.at(-1)?.forEach((name) => used[kind].add(name));
      else used[kind].add(nameOf(node.property) ?? '');
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'ObjectPattern' && init) takeApart(nameOf(init), id.properties);
    },
    Property({ key, value }) {
      if (value.type === 'ObjectPattern') takeApart(nameOf(key), value.properties);
    },
    CallExpression({ callee, arguments: [first] }) {
      const called = nameOf(callee);
      if (called === 'runService') used.calls.add('identity');
      if (called === 'recordOf') ranged.push((named[nameOf(first) ?? ''] ?? []) as string[]);
      const kind = NAMING.get(called);
      if (kind && first?.type === 'Literal') used[kind].add(String(first.value));
    },
    'CallExpression:exit'({ callee }) {
      if (nameOf(callee) === 'recordOf') ranged.pop();
    },
  }).visit(parse(source));
  return used;
}

/** Line of an edge in the process table, counted from 1. Throws when the table does not have it. */
export function lineOfEdge(table: string, { from, to }: Edge, kind: EdgeKind): number {
  const path: (string | undefined)[] = [];
  let start: number | undefined;
  new Visitor({
    Property(node) {
      path.push(nameOf(node.key));
      if (path.join(' ') === `${from} ${kind} ${to}`) start = node.start;
    },
    'Property:exit'() {
      path.pop();
    },
  }).visit(parse(table));
  if (start === undefined) throw new Error(`The table has no ${from} ${kind} ${to}.`);
  return table.slice(0, start).split('\n').length;
}

/** The edges that are part of cycles, in which processes could wait for each other. */
export function findCircles(edges: readonly Edge[]): Edge[] {
  const reaches = (from: string, to: string, seen: ReadonlySet<string> = new Set()): boolean =>
    edges.some(
      (edge) =>
        edge.from === from && !seen.has(edge.to) && (edge.to === to || reaches(edge.to, to, new Set([...seen, from]))),
    );
  return edges.filter(({ from, to }) => reaches(to, from));
}

function parse(source: string): Program {
  const { program, errors } = parseSync('source.ts', source);
  if (errors[0]) throw new Error(errors[0].message);
  return program;
}

/** The part of a syntax node needed to read names. */
interface Node {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly key?: Node;
  readonly property?: Node;
}

/** The last word of `deal`, `service.deal` or `'deal'`. */
function nameOf(node: Node | undefined): string | undefined {
  if (node?.type === 'MemberExpression') return nameOf(node.property);
  const name = node?.type === 'Literal' ? node.value : node?.name;
  return typeof name === 'string' ? name : undefined;
}
