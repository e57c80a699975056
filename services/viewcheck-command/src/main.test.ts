import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { listenLocally, type LocalListener } from '@svc/chassis/testing/local-listener';
import { requireChromium } from '@svc/guarded-browser/testing/test-chromium';

const MAIN = createRequire(import.meta.url).resolve('@svc/viewcheck-command/main');
const READY = ['--requested-date', '2026-05-01', '--promo-code', 'SAVE20'];

let folder: string;
/** A page that never finishes loading, and how often it was requested. */
let endless: LocalListener;
let asked = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'viewcheck-main-'));
  endless = await listenLocally((_request, response) => {
    asked += 1;
    response.writeHead(200, { 'Content-Type': 'text/html' }).write('<p>Loading');
  });
});

afterAll(async () => {
  await endless.close();
  await rm(folder, { recursive: true });
});

function start(...argv: readonly string[]): ChildProcess {
  const env = {
    ...process.env,
    TMPDIR: folder,
    CHROMIUM_PATH: requireChromium(),
    CAPTURE_NO_SANDBOX: String(process.getuid?.() === 0),
  };
  return spawn(process.execPath, [MAIN, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(child: ChildProcess): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout ?? Readable.from([])),
    text(child.stderr ?? Readable.from([])),
    once(child, 'exit') as Promise<[number | null]>,
  ]);
  return { code, stdout, stderr };
}

/** Starts a run that has opened the endless page. */
async function startOpening(): Promise<ChildProcess> {
  const before = asked;
  const allowed = ['--allow-private-target', `127.0.0.1:${endless.port}`];
  const child = start('preflight', ...READY, '--discover-candidates', '--url', `${endless.url}/list`, ...allowed);
  await eventually(() => expect(asked).toBeGreaterThan(before));
  return child;
}

test('prints one document and nothing else', async () => {
  const { code, stdout, stderr } = await ended(start('preflight', '--mock'));

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ format: 'viewcheck-live-preflight-v1', liveWrites: false });
  expect(stdout.endsWith('}\n')).toBe(true);
  expect(stderr).toBe('');
});

test('fails with one sentence, one document and a distinct exit code', async () => {
  const { code, stdout, stderr } = await ended(start('preflight', '--urls', 'a'));

  expect(code).toBe(2);
  expect(stderr).toBe('--urls is not an option. Run the command with --help.\n');
  expect(JSON.parse(stdout)).toMatchObject({ status: 'failed', error: { code: 'USAGE' } });
});

test('exits without an error when the reader of its output is gone', async () => {
  const child = start('preflight', '--mock');
  child.stdout?.destroy();

  expect(await text(child.stderr ?? Readable.from([]))).toBe('');
});

test('leaves neither browser nor profile when interrupted during a page load', async () => {
  const child = await startOpening();

  child.kill('SIGINT');
  child.kill('SIGINT');
  const { code, stdout } = await ended(child);

  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ status: 'interrupted' });
  expect(await readdir(folder)).toEqual([]);
});

test('removes the leftovers of a killed run on the next one', async () => {
  const child = await startOpening();
  child.kill('SIGKILL');
  await once(child, 'exit');
  const [left = ''] = await readdir(folder);
  expect(left).toContain(String(child.pid));
  // The folder of a running process must stay.
  const running = join(folder, `dealbridge-viewcheck-${process.pid}-abc`);
  await mkdir(running);

  await eventually(async () => {
    await ended(start('preflight', '--mock'));
    expect(existsSync(join(folder, left))).toBe(false);
  });

  expect(await readdir(folder)).toEqual([`dealbridge-viewcheck-${process.pid}-abc`]);
});
