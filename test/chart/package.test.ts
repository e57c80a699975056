/** The packaged chart: one file that needs nothing else. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { ROOT } from '@svc/scripts/stack/paths';
import { parse } from 'yaml';
import { helm } from './helm.ts';
import { CHART, renderText, VALUE_SETS, valuesFile } from './rendered.ts';

const folder = mkdtempSync(join(tmpdir(), 'dealbridge-package-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

test('chart and product have the same version, and the changelog has an entry for it', () => {
  const chart = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as Record<string, string>;

  expect([chart['version'], chart['appVersion']]).toEqual([version, version]);
  expect(chart).not.toHaveProperty('dependencies');
  expect(readFileSync(join(CHART, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${version}\n`);
});

test.each(VALUE_SETS)('%s: the package renders the same as the folder', (set) => {
  const archive = /saved it to: (\S+)/.exec(helm('package', CHART, '--destination', folder))?.[1] ?? '';
  const options = ['--namespace', 'shop', '-f', valuesFile(set)];

  expect(helm('template', 'demo', archive, ...options)).toBe(renderText(set));
});
