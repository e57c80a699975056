/** Query plans of the services' statements, logged by the server as it runs them. */
import type { Bench } from './bench.ts';
import { withDatabase } from './database.ts';
import { logWhile } from './server-log.ts';

const BIG_TABLES = new Set([
  'deals',
  'deal_progress',
  'deal_videos',
  'deal_payments',
  'view_logs',
  'contacts',
  'contact_match_keys',
  'contact_team_shares',
]);

/** Makes auto_explain log every plan without running anything twice. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'off',
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

export interface StatementPlan {
  /** The statement on one line, truncated. */
  readonly statement: string;
  /** Big tables read by a sequential scan, with the expected rows out of the total. */
  readonly scans: readonly string[];
  readonly indexes: readonly string[];
}

/** The distinct plans of statements on big tables that the services sent during the work. */
export async function listPlans(bench: Bench, adminUrl: string, work: () => Promise<void>): Promise<StatementPlan[]> {
  const entries = await logWhile(bench, adminUrl, SETTINGS, work);
  const sizes = await countRows(bench, adminUrl);
  const plans = new Map<string, StatementPlan>();
  for (const { text } of entries) {
    const json = /plan:\s*(\{[^]*\})/.exec(text)?.[1];
    if (json === undefined) continue;
    const { 'Query Text': query, Plan: root } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode };
    const nodes = flatten(root);
    if (!nodes.some((node) => BIG_TABLES.has(node['Relation Name'] ?? ''))) continue;
    const scans = nodes.filter(
      (node) => node['Node Type'] === 'Seq Scan' && BIG_TABLES.has(node['Relation Name'] ?? ''),
    );
    const statement = query.replaceAll(/\s+/g, ' ').trim();
    plans.set(`${statement} ${nodes.map((node) => node['Node Type']).join()}`, {
      statement: statement.length > 160 ? `…${statement.slice(-160)}` : statement,
      indexes: [...new Set(nodes.flatMap((node) => node['Index Name'] ?? []))],
      scans: scans.map(
        ({ 'Relation Name': name = '', 'Plan Rows': kept }) => `${name}, ${kept} of ${sizes.get(name)} rows`,
      ),
    });
  }
  return [...plans.values()];
}

async function countRows(bench: Bench, adminUrl: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await withDatabase(bench, adminUrl, (db) =>
    db.query<{ name: string; rows: number }>(
      `select relname as name, reltuples::int as rows from pg_class where relname = any ($1)`,
      [[...BIG_TABLES]],
    ),
  );
  return new Map(rows.map(({ name, rows: count }) => [name, count]));
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
