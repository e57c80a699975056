/** Two data folders and one database, which belongs to one of them. Uses its own server, because it changes roles. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createPool } from '@svc/chassis/postgres/pool';
import { silentLog } from '@svc/chassis/testing/service-database';
import { type PostgresServer, startEmbeddedPostgres } from '../stack/embedded-postgres.ts';
import { ROOT } from '../stack/paths.ts';
import type { Secrets } from '../stack/secrets.ts';

const FOREIGN =
  /^The database at 127\.0\.0\.1:\d+ belongs to an installation whose secrets\.json is not in this data folder \(The .*\): put that file there, or take over the database permanently with npm run claim-database\.\n$/;

let folder: string;
let server: PostgresServer;
let databaseUrl: string;

beforeAll(async () => {
  folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'claim-'));
  server = await startEmbeddedPostgres({
    folder: join(folder, 'server'),
    password: 'for-tests-only',
    logFile: join(folder, 'server.log'),
    settings: ['fsync=off'],
    say: () => undefined,
    detached: false,
  });
  const url = new URL(server.adminUrl);
  url.pathname = '/dealbridge';
  databaseUrl = url.href;
});

afterAll(async () => {
  await server?.stop(2_000);
  rmSync(folder, { recursive: true, force: true });
});

/** Runs a command as npm would, on its own data folder; returns its output. */
function run(command: string, dataDir: string, args: readonly string[] = [], environment: NodeJS.ProcessEnv = {}) {
  const { PATH, HOME } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, `scripts/commands/${command}.ts`), ...args],
    {
      cwd: ROOT,
      env: { PATH, HOME, DATABASE_URL: databaseUrl, DATA_DIR: join(folder, dataDir), ...environment },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

function secretsOf(dataDir: string): Secrets {
  return JSON.parse(readFileSync(join(folder, dataDir, 'secrets.json'), 'utf8')) as Secrets;
}

async function query(text: string, values: unknown[] = []) {
  const pool = createPool({ connectionString: databaseUrl, max: 1, applicationName: 'tests', log: silentLog });
  try {
    return await pool.list(text, values);
  } finally {
    await pool.end();
  }
}

test('a database belongs to the folder that prepared it; another one gets a one-sentence error, and can take it over', async () => {
  const first = run('migrate', 'first', ['--bootstrap']);
  await query(`insert into identity.users (id, email, name, password_hash) values ($1, 'me@example.test', 'Me', 'x')`, [
    '00000000-0000-7000-8000-000000000001',
  ]);
  await query(
    `insert into identity.signing_keys (kid, public_jwk, encrypted_private_jwk) values ('theirs', '{}', 'closed')`,
  );
  const refused = [
    run('migrate', 'second'),
    run('migrate', 'second', ['--bootstrap']),
    run('start', 'second', [], { PORT: '28480', SHORTENER_PORT: '28481' }),
  ];
  const keptNothing = !existsSync(join(folder, 'second/secrets.json'));
  writeFileSync(
    join(folder, 'second/secrets.json'),
    JSON.stringify({ ...secretsOf('first'), installationId: 'other' }),
  );
  const link = run('password-link', 'second', ['me@example.test']);
  const rolesBefore = secretsOf('first').roles;

  const taken = run('claim-database', 'second');

  expect(first).toMatchObject({ status: 0, stderr: '' });
  for (const { status, stdout, stderr } of refused) {
    expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(FOREIGN) });
  }
  expect(keptNothing).toBe(true);
  expect(link).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(FOREIGN) });
  expect(taken).toEqual({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/belongs to .*\/second\/secrets\.json now: keep a copy of that file\. Everyone must/),
  });
  expect(secretsOf('second').roles.identity).not.toBe(rolesBefore.identity);
  expect(await query(`select kid from identity.signing_keys`)).toEqual([]);
  expect(await query(`select email from identity.users`)).toEqual([{ email: 'me@example.test' }]);
  expect(run('migrate', 'second')).toMatchObject({ status: 0, stderr: '' });
  expect(run('claim-objects', 'second')).toEqual({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(
      /^The stored images belong to .*\/second\/secrets\.json and its database now: .* within a minute, .* after a week\./,
    ),
  });
  for (const service of ['screenshot', 'shortener']) {
    const claim = JSON.parse(readFileSync(join(folder, 'second/objects', service, 'claim.json'), 'utf8')) as object;
    expect(claim).toEqual({ installationId: secretsOf('second').installationId, databaseId: expect.any(String) });
  }
  expect(run('claim-objects', 'first')).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(FOREIGN) });
  expect(run('migrate', 'first')).toEqual({ status: 1, stdout: '', stderr: expect.stringMatching(FOREIGN) });
});

test('without an administrator nothing is taken over, and a connection string needs a database name', () => {
  const none = run('claim-database', 'third', [], { DATABASE_URL: '' });
  const nameless = run('claim-database', 'third', [], { DATABASE_URL: server.adminUrl.replace(/\/postgres$/, '') });

  expect(none).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^There is no database in .*: set DATA_DIR, or .*\n$/),
  });
  expect(nameless).toMatchObject({
    status: 1,
    stderr: 'DATABASE_URL must be like postgres://user:password@host:5432/database.\n',
  });
});

test('the database of a data folder can be reopened when its secrets are lost', () => {
  const own = (command: string) => run(command, 'own', [], { DATABASE_URL: '' });
  const made = own('migrate');
  rmSync(join(folder, 'own/secrets.json'));

  const refused = own('migrate');
  const taken = own('claim-database');
  const opened = own('migrate');

  expect(made).toMatchObject({ status: 0, stderr: '' });
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/is missing, so .* npm run claim-database, or move/),
  });
  expect(taken).toMatchObject({ status: 0, stderr: '' });
  expect(opened).toMatchObject({
    status: 0,
    stderr: '',
    stdout: expect.stringMatching(/^identity: nothing to apply\n/),
  });
});
