import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ROOT } from '@svc/scripts/stack/paths';
import { SETTINGS } from '@svc/topology/settings';
import { ALERT_CASES, type AlertCase } from './alert-cases.ts';
import { knownLabelsOf, readExpression } from './expressions.ts';
import { type ExpectedAlert, findPromtool, type RuleTest, testRules } from './promtool.ts';
import { ofKind, render, renderText } from './rendered.ts';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<'summary' | 'description' | 'runbook_url', string>>;
}

interface Group {
  readonly name: string;
  readonly rules: readonly Rule[];
}

const GROUPS = ofKind(render('everything'), 'PrometheusRule').flatMap(
  ({ spec }) => (spec as unknown as { groups: Group[] }).groups,
);
const RULES = GROUPS.flatMap(({ rules }) => rules);

const ON_CALL = readFileSync(join(ROOT, 'docs/on-call.md'), 'utf8');

/** Error codes, which look like names of settings. */
const ANSWERS = [...readFileSync(join(ROOT, 'docs/api.md'), 'utf8').matchAll(/^\| \d{3} \| `([A-Z_]+)` \|/gm)].map(
  ([, code]) => code,
);

const promtool = findPromtool();
/** Without promtool the alert tests are skipped with a notice; in CI they fail. */
const testWithPromtool = promtool === undefined && process.env['CI'] === undefined ? test.skip : test;
const tryRules = (tests: readonly RuleTest[]): string => {
  if (promtool === undefined) throw new Error('promtool is not installed: set PROMTOOL_BIN, or install prometheus.');
  return testRules(promtool, GROUPS, tests);
};
if (promtool === undefined) {
  process.stderr.write(
    '\nNOT RUN: the alerts were not tested, because promtool is missing. Set PROMTOOL_BIN, or install prometheus.\n\n',
  );
}

/**
 * The alert that promtool must report: labels of the rule and the series, and annotations with the labels filled in.
 */
function expectedAlert({ alert, labels = {} }: AlertCase): ExpectedAlert {
  const rule = RULES.find((each) => each.alert === alert);
  const fill = (text: string): string =>
    text.replaceAll(/\{\{ \$labels\.(\w+) \}\}/g, (_all, name: string) => labels[name] ?? '');
  return {
    exp_labels: { ...labels, ...rule?.labels },
    exp_annotations: Object.fromEntries(
      Object.entries(rule?.annotations ?? {}).map(([name, text]) => [name, fill(text)]),
    ),
  };
}

testWithPromtool('each alert fires when it should', () => {
  const tests = ALERT_CASES.map((each) => {
    const { alert, at, firing } = each;
    return { alert, at, series: firing, expected: [expectedAlert(each)] };
  });

  expect(tryRules(tests)).toBe('');
});

testWithPromtool('each alert stays quiet when it should', () => {
  const tests = ALERT_CASES.map(({ alert, at, quiet }) => ({ alert, at, series: quiet, expected: [] }));

  expect(tryRules(tests)).toBe('');
});

testWithPromtool('an alert that does not fire as expected is reported', () => {
  const [first] = ALERT_CASES;
  const { alert, at, quiet } = first!;

  expect(tryRules([{ alert, at, series: quiet, expected: [expectedAlert(first!)] }])).toContain(alert);
});

test('every alert has a test case', () => {
  const tried = new Set(ALERT_CASES.map(({ alert }) => alert));

  expect(RULES.map(({ alert }) => alert)).toEqual([...tried]);
});

test('every alert describes the effect on users and links to an existing heading', () => {
  const headings = [...ON_CALL.matchAll(/^## (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 -]/g, '')
      .replaceAll(' ', '-'),
  );

  for (const { alert, annotations, labels } of RULES) {
    const [page, heading] = annotations.runbook_url.split('#');
    expect([alert, page]).toEqual([alert, 'https://docs.example.com/dealbridge/on-call.md']);
    expect([alert, headings]).toEqual([alert, expect.arrayContaining([heading])]);
    expect([alert, annotations.summary]).toEqual([alert, expect.stringMatching(/^[A-Z].+\.$/)]);
    expect([alert, labels]).toEqual([alert, { severity: expect.stringMatching(/^(page|ticket)$/), namespace: 'shop' }]);
  }
});

test('the on-call page names every alert, and only existing alerts, panels and settings', () => {
  const panels = ofKind(render('everything'), 'ConfigMap').map((map) => JSON.stringify(map));
  const alerts = [...ON_CALL.matchAll(/`([A-Z][a-z]+(?:[A-Z][a-z]+)+)`/g)].map(([, alert = '']) => alert);
  const titles = [...ON_CALL.replaceAll(/\s+/g, ' ').matchAll(/"([A-Z][^"]+)"/g)].map(([, title = '']) => title);
  const settings = [...ON_CALL.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)`/g)].map(([, name = '']) => name);

  expect(new Set(alerts)).toEqual(new Set(RULES.map(({ alert }) => alert)));
  expect(titles.filter((title) => !panels.some((text) => text.includes(`title\\": \\"${title}\\"`)))).toEqual([]);
  expect(settings.filter((name) => !Object.hasOwn(SETTINGS, name) && !ANSWERS.includes(name))).toEqual([]);
});

test('alerts use only metrics of the processes, or cluster metrics of this release', () => {
  for (const { alert, expr } of RULES) {
    for (const { metric, labels } of readExpression(expr)) {
      const known = knownLabelsOf(metric);
      expect([alert, metric, known]).toEqual([alert, metric, expect.arrayContaining([...labels])]);
      expect([alert, metric, labels]).toEqual([
        alert,
        metric,
        expect.arrayContaining([metric.startsWith('kube_') ? 'namespace' : 'job']),
      ]);
    }
    expect(expr).not.toMatch(/\$(namespace|fullname)/);
  }
});

test('unknown metrics and unknown labels are found', () => {
  const [misspelt, real] = readExpression(
    'sum(rate(svc_redirect_total{job="a"}[5m])) / svc_redirects_total{outcome=~"b"}',
  );

  expect(misspelt).toEqual({ metric: 'svc_redirect_total', labels: ['job'] });
  expect(knownLabelsOf('svc_redirect_total')).toBeUndefined();
  expect(real).toEqual({ metric: 'svc_redirects_total', labels: ['outcome'] });
  expect(knownLabelsOf('svc_redirects_total')).not.toContain('outcome');
});

test('alerts require the URL of the on-call page, and the chart says so', () => {
  expect(() => renderText('minimal', '--set', 'alerts.enabled=true')).toThrow('alerts.runbookUrl');
  expect(() => renderText('minimal', '--set', 'alerts.runbookUrl=docs/on-call.md')).toThrow('/alerts/runbookUrl');
});
