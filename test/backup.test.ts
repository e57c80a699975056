/** @lane waiting */
import { spawn } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { noise } from '@svc/images/testing/test-images';
import { callApi } from '@svc/scripts/stack/http';
import { ROOT } from '@svc/scripts/stack/paths';
import { findFreePort } from '@svc/scripts/stack/ports';
import type { Manifest } from '@svc/topology/backup/manifest';
import { runStart, type StartCommand } from './start-command.ts';

const SIGN_IN = { email: 'me@example.test', password: 'a good password' };

let root: string;
let port: string;
let shortenerPort: string;
let running: StartCommand | undefined;

beforeAll(async () => {
  root = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? tmpdir(), 'backup-'));
  port = String(await findFreePort());
  shortenerPort = String(await findFreePort());
});

afterAll(async () => {
  await running?.end('SIGTERM');
  rmSync(root, { recursive: true, force: true });
});

async function start(dataDir: string): Promise<void> {
  running = runStart({ DATA_DIR: dataDir, PORT: port, SHORTENER_PORT: shortenerPort });
  await running.waitFor('Ctrl-C stops everything');
}

/** Runs a command of the repository and returns its exit code and all of its output. */
async function run(command: 'backup' | 'restore', dataDir: string, folder: string) {
  const child = spawn(process.execPath, [join(ROOT, `scripts/commands/${command}.ts`), folder], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [code, ...output] = await Promise.all([exit, text(child.stdout), text(child.stderr)]);
  return { code, output: output.join('') };
}

function call<Body>(method: string, path: string, options: Parameters<typeof callApi>[3] = {}) {
  return callApi<Body>(`http://localhost:${port}`, method, path, options);
}

/** Path of the only backup in the folder. */
function onlyBackup(folder: string): string {
  const names = readdirSync(folder);
  expect(names).toHaveLength(1);
  return join(folder, names[0] ?? '');
}

const readManifest = (backup: string): Manifest => JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8'));

test('a restored backup of a running installation signs its user in and has the records and photos', async () => {
  const [lost, found, backups] = [join(root, 'lost'), join(root, 'found'), join(root, 'backups')];
  const image = await noise(40, 30);
  await start(lost);
  const signUp = await call<{ token: string }>('POST', '/api/auth/signup', {
    body: { ...SIGN_IN, name: 'Me' },
  });
  const { token } = signUp.body;
  const linksText = 'Spring launch\nCODE: SAVE20\nhttps://www.youtube.com/watch?v=abc123XYZ_0';
  await call('POST', '/api/deals/bulk-import/process', { token, body: { postDate: '2026-01-05', linksText } });
  const kept = await call<{ screenshotId: string }>('POST', '/api/screenshots', {
    token,
    body: { image: image.toString('base64') },
  });

  const backup = await run('backup', lost, backups);
  await running?.end('SIGTERM');
  rmSync(lost, { recursive: true });
  const restored = await run('restore', found, onlyBackup(backups));
  await start(found);
  const signIn = await call<{ token: string }>('POST', '/api/auth/login', { body: SIGN_IN });
  const deals = await call<{ items: { name: string }[] }>('GET', '/api/deals', { token: signIn.body.token });
  const picture = await fetch(`http://localhost:${port}/api/screenshots/${kept.body.screenshotId}/image`, {
    headers: { authorization: `Bearer ${token}` },
  });

  expect(backup).toEqual({ code: 0, output: expect.stringMatching(/^Backed up \d+ rows and 5 image files to /) });
  expect(statSync(onlyBackup(backups)).mode & 0o777).toBe(0o700);
  expect(restored).toEqual({ code: 0, output: expect.stringMatching(/^Restored the backup of /) });
  expect(signIn.status).toBe(200);
  expect(deals.body.items.map(({ name }) => name)).toEqual(['Spring launch']);
  // The session opened before the backup is still valid.
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(image);
});

test('a second backup, taken after the restore, has the same tables, partitions and images', async () => {
  const found = join(root, 'found');
  const [first, again] = [onlyBackup(join(root, 'backups')), join(root, 'again')];
  await running?.end('SIGTERM');

  const { code } = await run('backup', found, again);

  expect(code).toBe(0);
  const shapeOf = ({ schemas, images }: Manifest) => ({
    images,
    schemas: Object.entries(schemas).map(([name, { migrations, tables }]) => ({
      name,
      migrations,
      tables: tables.map((table) => [table.name, table.columns]),
    })),
  });
  const [before, after] = [readManifest(first), readManifest(onlyBackup(again))];
  expect(shapeOf(after)).toEqual(shapeOf(before));
  // Loading rows must not fire the counting triggers again.
  const rowsOf = (backup: string, file: string): string =>
    gunzipSync(readFileSync(join(backup, 'database', file))).toString();
  for (const kept of ['screenshot/image_usage.copy.gz', 'deal/deal_progress.copy.gz'])
    expect(rowsOf(onlyBackup(again), kept)).toBe(rowsOf(first, kept));
  // Upkeep may have created partitions for the coming days only after the first backup.
  for (const [name, { partitions }] of Object.entries(before.schemas)) {
    const restored = after.schemas[name]?.partitions ?? [];
    const kept = (all: typeof partitions) => all.filter(({ table }) => table !== 'idempotency_answers');
    expect(kept(restored)).toEqual(kept(partitions));
    expect(restored).toEqual(expect.arrayContaining([...partitions]));
  }
});

test('a restore refuses an existing installation and leaves nothing behind when it fails', async () => {
  const [found, broken, fresh] = [join(root, 'found'), join(root, 'broken'), join(root, 'fresh')];
  const backup = onlyBackup(join(root, 'backups'));
  cpSync(backup, broken, { recursive: true });
  appendFileSync(join(broken, 'database/deal/deals.copy.gz'), gzipSync('nonsense\n'));

  const over = await run('restore', found, backup);
  const half = await run('restore', fresh, broken);
  const nothing = await run('restore', fresh, root);

  expect(over).toEqual({
    code: 1,
    output: expect.stringMatching(/found already has an installation .*DATA_DIR\.\n$/),
  });
  expect(half).toEqual({ code: 1, output: expect.stringMatching(/deals\.copy\.gz cannot be loaded: /) });
  expect(['secrets.json', 'postgres', 'objects'].filter((part) => existsSync(join(fresh, part)))).toEqual([]);
  expect(nothing).toEqual({ code: 1, output: `${root} holds no backup: there is no manifest.json in it.\n` });
});
