import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ROOT } from '../../stack/paths.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook', string>>;
}

interface Rules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
}

/** Names of the processes in compose.yaml and k8s/local: `dealbridge/gateway`. */
const NAMESPACE = 'dealbridge';

const HEADING = `# The rules of charts/dealbridge/alerts for a Prometheus without an operator, except those that need kube-state-metrics.
# Written by \`npm run docs\`.
`;

/** The chart's alerts as a rules file for Prometheus itself. */
export function plainRules(): string {
  const { groups } = parse(readFileSync(join(ROOT, 'charts/dealbridge/alerts/rules.yaml'), 'utf8')) as Rules;
  const kept = groups.map(({ name, rules }) => ({ name, rules: rules.filter(isOfProcesses).map(ruleOf) }));
  return HEADING + stringify({ groups: kept.filter(({ rules }) => rules.length > 0) }, { lineWidth: 0 });
}

function isOfProcesses({ expr }: Rule): boolean {
  return !expr.includes('kube_');
}

function ruleOf({ annotations: { runbook, ...texts }, expr, ...rule }: Rule): object {
  const annotations = { ...texts, runbook: `docs/on-call.md#${runbook}` };
  return { ...rule, expr: expr.replaceAll('$namespace', NAMESPACE), annotations };
}
