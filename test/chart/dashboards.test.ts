import { expect, test } from '@jest/globals';
import { OPERATIONS } from '@svc/operations/registry/registry';
import { knownLabelsOf, readExpression } from './expressions.ts';
import { ofKind, render } from './rendered.ts';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

interface Dashboard {
  readonly uid: string;
  readonly panels: readonly Panel[];
}

const MAPS = ofKind(render('everything'), 'ConfigMap');
const DASHBOARDS = MAPS.flatMap((map) => {
  const { data } = map as unknown as { data: Readonly<Record<string, string>> };
  return Object.values(data).map((text) => JSON.parse(text) as Dashboard);
});

test("each dashboard is a ConfigMap that Grafana's sidecar finds", () => {
  expect(DASHBOARDS.map(({ uid }) => uid).toSorted()).toEqual([
    'dealbridge-copilot',
    'dealbridge-dependencies',
    'dealbridge-product',
    'dealbridge-short-links',
  ]);
  for (const { metadata } of MAPS) {
    expect(metadata.labels).toMatchObject({ grafana_dashboard: '1' });
    expect(metadata.annotations).toEqual({ grafana_folder: 'Dealbridge' });
  }
  expect(ofKind(render('minimal'), 'ConfigMap')).toEqual([]);
});

test('panels use only metrics of the processes, of one installation', () => {
  const selectors = DASHBOARDS.flatMap(({ panels }) =>
    panels.flatMap(({ title, targets = [] }) =>
      targets.flatMap(({ expr }) => readExpression(expr).map((selector) => ({ title, ...selector }))),
    ),
  );

  expect(selectors.length).toBeGreaterThan(40);
  for (const { title, metric, labels } of selectors) {
    const known = knownLabelsOf(metric);
    expect([title, metric, known]).toEqual([title, metric, expect.arrayContaining([...labels])]);
    expect([title, metric, labels]).toEqual([title, metric, expect.arrayContaining(['job'])]);
  }
});

test('labels in legends and groupings exist on the metrics', () => {
  for (const { panels } of DASHBOARDS) {
    for (const { title, targets = [] } of panels) {
      for (const { expr, legendFormat } of targets) {
        const known = readExpression(expr).flatMap(({ metric }) => knownLabelsOf(metric) ?? []);
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/,\s*/));
        const made = [...expr.matchAll(/label_replace\(.+?, "(\w+)"/g)].map(([, label]) => label);
        const used = [...shown, ...grouped].filter((label) => label !== '' && !made.includes(label));
        expect([title, used, known]).toEqual([title, used, expect.arrayContaining(used)]);
      }
    }
  }
});

test('panels do not overlap, and each describes its normal state', () => {
  for (const { uid, panels } of DASHBOARDS) {
    expect([uid, new Set(panels.map(({ id }) => id)).size]).toEqual([uid, panels.length]);
    const places = panels.map(({ gridPos: { x, y } }) => `${x} ${y}`);
    expect([uid, new Set(places).size]).toEqual([uid, panels.length]);
    for (const { type, title, description = '', gridPos } of panels) {
      expect([title, gridPos.x + gridPos.w]).toEqual([title, expect.any(Number)]);
      expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
      if (type !== 'row') expect([title, description]).toEqual([title, expect.stringMatching(/^\S.+\.$/)]);
    }
  }
});

test('operations that panels and alerts name exist in the API', () => {
  const names = OPERATIONS.map(({ name }) => name);
  const ofRules = ofKind(render('everything'), 'PrometheusRule').flatMap(({ spec }) => {
    const { groups } = spec as unknown as { groups: { rules: { expr: string }[] }[] };
    return groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
  });
  const ofPanels = DASHBOARDS.flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets));
  const patterns = [...ofRules, ...ofPanels.map(({ expr }) => expr)].flatMap((expr) =>
    [...expr.matchAll(/svc_operation[=!~]+"([^"]+)"/g)].map(([, pattern = '']) => pattern.replaceAll('\\\\', '\\')),
  );

  expect(patterns.length).toBeGreaterThan(2);
  for (const alternative of patterns.flatMap((pattern) => pattern.split(/\|(?![^(]*\))/))) {
    const form = new RegExp(`^(?:${alternative})$`);
    expect([alternative, names.some((name) => form.test(name))]).toEqual([alternative, true]);
  }
});
