/** Runs the chart's Jobs in helm's order, on empty databases. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@svc/chassis/testing/test-database';
import { ROOT } from '@svc/scripts/stack/paths';
import { DATABASE_SERVICE_NAMES, PROCESSES } from '@svc/topology/processes';
import { Client } from 'pg';
import { environmentOf } from './container-environment.ts';
import { environmentsIn, trialSecrets } from './environment.ts';
import { type KubeObject, ofKind, render } from './rendered.ts';

const SCHEMAS = DATABASE_SERVICE_NAMES.map((name) => PROCESSES[name].schema);

/** Sorts jobs by weight, then by name. */
function inOrder(jobs: readonly KubeObject[]): KubeObject[] {
  const weightOf = ({ metadata }: KubeObject): number => Number(metadata.annotations?.['helm.sh/hook-weight']);
  return jobs.toSorted(
    (one, other) => weightOf(one) - weightOf(other) || one.metadata.name.localeCompare(other.metadata.name),
  );
}

async function inDatabase<Result>(database: TestDatabase, work: (admin: Client) => Promise<Result>): Promise<Result> {
  const admin = new Client({ connectionString: database.adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

const empty = (database: TestDatabase): Promise<unknown> =>
  inDatabase(database, (admin) =>
    admin.query(`drop schema if exists ${SCHEMAS.join(', ')}, extensions, installation cascade`),
  );

/** Schemas that contain tables. */
const filled = (database: TestDatabase): Promise<string[]> =>
  inDatabase(database, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select distinct schemaname as name from pg_tables where schemaname = any ($1) order by 1',
      [SCHEMAS],
    );
    return rows.map(({ name }) => name);
  });

/** Runs the command of docs/kubernetes.md in the environment of an identity pod. */
async function expectPasswordLinks(secrets: Parameters<typeof environmentsIn>[1]): Promise<void> {
  const page = readFileSync(join(ROOT, 'docs/kubernetes.md'), 'utf8');
  const [, entry = ''] = /-c identity -- \\\s+\/usr\/local\/bin\/node (\S+) me@example\.com/.exec(page) ?? [];
  const identity = environmentsIn(render('minimal'), secrets).find(({ name }) => name === 'identity');
  const link = promisify(execFile)(process.execPath, [entry, 'me@example.com'], {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], ...identity?.environment },
  });

  await expect(link).rejects.toMatchObject({ stderr: expect.stringContaining('There is no account') });
}

test('bootstrap and migrations prepare both databases, and identity creates password links', async () => {
  const [main, memories] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    await Promise.all([empty(main), empty(memories)]);
    const urls = Object.fromEntries(DATABASE_SERVICE_NAMES.map((name) => [name, main.url(name)]));
    const secrets = {
      ...trialSecrets(),
      'dealbridge-database': { ...urls, admin: main.adminUrl },
      'dealbridge-copilot': { 'memory-database-url': memories.url('copilot'), 'memory-admin': memories.adminUrl },
    };
    const values = [
      'database.bootstrap.enabled=true',
      'secrets.copilot=dealbridge-copilot',
      'networkPolicy.memoryDatabase.anywhere=true',
    ];
    const jobs = inOrder(ofKind(render('minimal', ...values.flatMap((value) => ['--set', value])), 'Job'));

    expect(jobs.map(({ metadata }) => metadata.name.replace('demo-dealbridge-', ''))).toEqual([
      'bootstrap',
      ...DATABASE_SERVICE_NAMES.map((name) => `migrate-${name}`).toSorted(),
    ]);
    for (const job of jobs) {
      const { args = [], env = [] } = job.spec?.template?.spec.containers[0] ?? {};
      const environment = { PATH: process.env['PATH'], ...environmentOf(env, secrets) };
      await promisify(execFile)(process.execPath, [...args], { cwd: ROOT, env: environment });
    }
    await expectPasswordLinks(secrets);
    expect(await filled(memories)).toEqual(['memory']);
    expect(await filled(main)).toEqual(SCHEMAS.filter((schema) => schema !== 'memory').toSorted());
  } finally {
    await Promise.all([main.drop(), memories.drop()]);
  }
});
