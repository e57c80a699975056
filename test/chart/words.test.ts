/** Checks operators' documentation of the chart: links resolve, and names and numbers match the chart. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chartProcesses } from '@svc/scripts/build/chart/process-table';
import { ROOT } from '@svc/scripts/stack/paths';
import { PROCESS_NAMES } from '@svc/topology/processes';
import { parse } from 'yaml';

const PAGES = ['docs/kubernetes.md', 'k8s/README.md', 'k8s/kind/README.md', 'charts/dealbridge/README.md'] as const;

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const POOL = (parse(read('charts/dealbridge/values.yaml')) as { settings: { PG_POOL_MAX: number } }).settings
  .PG_POOL_MAX;

/** The anchor of a heading in links. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-');

test.each(PAGES)('%s: every link resolves to a file, and to a heading in it', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  for (const link of links.filter((target) => !target.startsWith('https://'))) {
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? page : join(dirname(page), path);
    expect([link, existsSync(join(ROOT, file))]).toEqual([link, true]);
    if (anchor === undefined) continue;
    const headings = [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
    expect(headings).toContain(anchor);
  }
});

test.each(PAGES)('%s: every file it names exists in the repository', (page) => {
  const named = [...read(page).matchAll(/(?<![\w/.-])((?:k8s|charts)\/[\w./-]*\w)/g)].map(([, file = '']) => file);
  for (const file of named) expect([file, existsSync(join(ROOT, file))]).toEqual([file, true]);
});

test("the chart's README names every key of every Secret", () => {
  const readme = read('charts/dealbridge/README.md');
  for (const { secrets, secretsOf = [] } of Object.values(chartProcesses())) {
    for (const { secret, key } of Object.values(secrets)) {
      expect(readme).toContain(`\`secrets.${secret}\``);
      expect(readme).toContain(`\`${key}\``);
    }
    for (const name of secretsOf) expect(readme).toContain(`\`service-${name}\``);
  }
});

test('the Kubernetes page says how to scale every process, with the connections that the chart counts', () => {
  const [, section = ''] = read('docs/kubernetes.md').split('\n## Scale\n');
  const rows = [...section.matchAll(/^\| ([\w, -]+) \| [^|]+ \| (\d+|none) \|/gm)];
  const told = Object.fromEntries(
    rows.flatMap(([, names = '', count]) => names.split(', ').map((name) => [name, count])),
  );
  const due = Object.entries(chartProcesses()).map(([name, { connections }]) => [
    name,
    connections ? String(connections.others + (connections.hasPool ? POOL : 0)) : 'none',
  ]);

  expect(told).toEqual(Object.fromEntries(due));
  expect(due).toHaveLength(PROCESS_NAMES.length);
});

test('every value is described in the README', () => {
  const [names, table] = [valuesIn(parse(read('charts/dealbridge/values.yaml'))), read('charts/dealbridge/README.md')];
  const told = [...table.matchAll(/^\| `([\w.]+)` \| /gm)].map(([, name = '']) => name);

  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !told.some((each) => name === each || name.startsWith(`${each}.`)))).toEqual([]);
});

/** Paths of all leaf values. */
function valuesIn(values: unknown, path = ''): string[] {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return [path];
  const entries = Object.entries(values);
  return entries.length === 0
    ? [path]
    : entries.flatMap(([name, inner]) => valuesIn(inner, path ? `${path}.${name}` : name));
}
