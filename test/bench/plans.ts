/** The plans by which the server runs what the services send, told by the server while it runs them. */
import type { Bench } from './bench.ts';
import { logWhile } from './server-log.ts';

const BIG_TABLES = new Set(['deals', 'deal_videos', 'view_logs']);

/** What the module auto_explain needs to tell every plan, without running anything a second time. */
const SETTINGS = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_format': 'json',
  'auto_explain.log_analyze': 'off',
};

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Plan Rows': number;
  readonly Plans?: readonly PlanNode[];
}

export interface StatementPlan {
  /** On one line, cut short. */
  readonly statement: string;
  /** Big tables that it reads from their begin to their end. */
  readonly scannedTables: readonly string[];
  /** Rows that the server expects to keep of those tables. */
  readonly rows: number;
}

/** The different plans of statements on big tables that the services sent during the work. */
export async function listPlans(bench: Bench, adminUrl: string, work: () => Promise<void>): Promise<StatementPlan[]> {
  const entries = await logWhile(bench, adminUrl, SETTINGS, work);
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
    const scannedTables = [...new Set(scans.map((node) => node['Relation Name'] ?? ''))];
    plans.set(`${statement} ${nodes.map((node) => node['Node Type']).join()}`, {
      statement: statement.length > 160 ? `…${statement.slice(-160)}` : statement,
      scannedTables,
      rows: Math.max(0, ...scans.map((node) => node['Plan Rows'])),
    });
  }
  return [...plans.values()];
}

function flatten(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(flatten)];
}
