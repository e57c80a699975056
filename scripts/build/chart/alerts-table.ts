import { parse } from 'yaml';

interface Rules {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly labels: { readonly severity: string };
      readonly annotations: { readonly summary: string; readonly runbook: string };
    }[];
  }[];
}

/** The alerts of a rules file as a Markdown table, with links to their runbooks. */
export function alertsTable(text: string): string {
  const rows = (parse(text) as Rules).groups.flatMap(({ rules }) =>
    rules.map(({ alert, labels, annotations: { summary, runbook } }) => {
      const heading = runbook.replaceAll('-', ' ');
      return `| \`${alert}\` | ${labels.severity} | ${summary} | [${heading}](on-call.md#${runbook}) |\n`;
    }),
  );
  return ['| alert | severity | what users feel | what to do |\n| --- | --- | --- | --- |\n', ...rows].join('');
}
