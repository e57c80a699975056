/** Adding a service takes only an entry in the table of processes. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import type { ChartProcess } from '@svc/scripts/build/chart/process-table';
import { helm } from './helm.ts';
import { findWrongFields } from './object-shapes.ts';
import { CHART, ofKind, parseObjects, valuesFile } from './rendered.ts';

const folder = mkdtempSync(join(tmpdir(), 'dealbridge-chart-'));
afterAll(() => rmSync(folder, { recursive: true }));

const INVOICE: ChartProcess = {
  main: 'dist/invoice.js',
  migrate: ['topology/dist/migrate.js', 'invoice'],
  need: 'degraded',
  listens: { grpc: { port: 50_051, setting: 'GRPC_ADDRESS' } },
  calls: ['identity'],
  deliveries: ['deal'],
  proxies: [],
  origins: {},
  settings: ['LOG_LEVEL'],
  connections: { hasPool: true, others: 1 },
  secrets: { DATABASE_URL: { secret: 'database', key: 'invoice' } },
};

function renderWithInvoice() {
  cpSync(CHART, folder, { recursive: true });
  const file = join(folder, 'files/processes.json');
  const table = JSON.parse(readFileSync(file, 'utf8')) as Record<string, ChartProcess>;
  const gateway = table['gateway']!;
  writeFileSync(
    file,
    JSON.stringify({ ...table, gateway: { ...gateway, calls: [...gateway.calls, 'invoice'] }, invoice: INVOICE }),
  );
  return parseObjects(helm('template', 'demo', folder, '-f', valuesFile('everything')));
}

test('an added service gets all standard objects, and its callers may reach it', async () => {
  const objects = renderWithInvoice();
  const own = objects.filter(({ metadata }) => /-(?:migrate-)?invoice$/.test(metadata.name));

  expect(await findWrongFields(own)).toEqual([]);
  expect(own.map(({ kind, metadata }) => `${kind}/${metadata.name}`).toSorted()).toEqual([
    'Deployment/demo-dealbridge-invoice',
    'Job/demo-dealbridge-migrate-invoice',
    'NetworkPolicy/demo-dealbridge-invoice',
    'PodDisruptionBudget/demo-dealbridge-invoice',
    'Service/demo-dealbridge-invoice',
    'ServiceAccount/demo-dealbridge-invoice',
  ]);
  const [policy] = own.filter(({ kind }) => kind === 'NetworkPolicy');
  const callers = policy?.spec?.ingress?.flatMap(({ from = [] }) =>
    from.map(({ podSelector }) => podSelector?.matchLabels?.['app.kubernetes.io/component']),
  );
  expect(callers).toEqual(['gateway']);
  const bootstrap = ofKind(objects, 'Job').find(({ metadata }) => metadata.name.endsWith('-bootstrap'));
  expect(bootstrap?.spec?.template?.spec.containers[0]?.env).toContainEqual({
    name: 'INVOICE_DATABASE_URL',
    valueFrom: { secretKeyRef: { name: 'dealbridge-database', key: 'invoice' } },
  });
});

test('no template names a single process, except for the two public hosts', () => {
  const told = [
    '_pod.tpl',
    '_job.tpl',
    'deployments.yaml',
    'services.yaml',
    'network-policies.yaml',
    'migrations.yaml',
  ];
  for (const file of told) {
    const text = readFileSync(join(CHART, 'templates', file), 'utf8');
    expect([file, /eq [$.]?\w* ?"(?:identity|deal|viewcheck|screenshot|shortener|copilot)"/.test(text)]).toEqual([
      file,
      false,
    ]);
  }
});
