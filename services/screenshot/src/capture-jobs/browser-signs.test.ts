/** Captures when a process's browser does not start. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import type { Db } from '@svc/chassis/postgres/pool';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createTcpProxy } from '@svc/chassis/testing/tcp-proxy';
import { testUser } from '@svc/chassis/testing/test-service';
import { paint } from '@svc/images/testing/test-images';
import { type Browser, openBrowser } from '../capture/browser-pool.js';
import { createCaptureCheck, signOf } from './browser-signs.js';
import { watchCaptures } from './capture-watch.js';
import { type CaptureService, startCaptureService } from './testing/capture-service.js';

let service: CaptureService;
let folder: string;
let broken: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'browser-'));
  service = await startCaptureService();
});

/** A process that knows its Chromium exits on startup. */
beforeAll(async () => {
  const executablePath = join(folder, 'chromium');
  writeFileSync(executablePath, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const rules = { ownHosts: new Set<string>(), allowed: new Set<string>() };
  broken = openBrowser({ ...rules, chromium: { executablePath, sandbox: false }, log: silentLog });
  await expect(broken.ensure()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

afterEach(() => service.reset());

afterAll(async () => {
  await broken.close();
  await service.stop();
  rmSync(folder, { recursive: true });
});

const canCapture = (): Promise<boolean> => createCaptureCheck(service.pool, broken)();

test('refuses a capture immediately and queues nothing when no process has a working browser', async () => {
  service.startReplica({ browser: broken });
  service.hasBrowser = false;

  await expect(service.request(testUser())).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'UNAVAILABLE',
    message: expect.stringContaining('Waiting will not help.'),
  });

  const { rows } = await service.pool.query('select from screenshot.capture_jobs');
  expect(rows).toHaveLength(0);
});

test('accepts a capture on a process without a browser and lets another process run it', async () => {
  const user = testUser();
  service.startReplica({ browser: broken });
  const { browser } = service.startReplica();
  service.hasBrowser = false;

  const { jobId } = await eventually(() => service.request(user));
  (await browser.next()).succeed(await paint(64, 40).png().toBuffer());

  expect((await service.job(user, jobId)).capture).toMatchObject({ status: 'captured' });
});

test('withdraws the sign of a process when its browser fails, when it stops, and when it dies', async () => {
  let works = true;
  const line = await createTcpProxy(service.databaseUrl);
  const [fading, ending, dying] = [
    watchCaptures(service.databaseUrl, silentLog, signOf({ hasStarted: () => works })),
    watchCaptures(service.databaseUrl, silentLog, signOf({ hasStarted: () => true })),
    watchCaptures(line.through(service.databaseUrl), silentLog, signOf({ hasStarted: () => true })),
  ];
  await eventually(async () => expect(await service.signs()).toBe(3));

  works = false;
  await eventually(async () => expect(await service.signs()).toBe(2));
  await ending.stop();
  await eventually(async () => expect(await service.signs()).toBe(1));
  expect(await canCapture()).toBe(true);
  line.cut();
  await eventually(async () => expect(await service.signs()).toBe(0));

  expect(await canCapture()).toBe(false);
  await Promise.all([fading.stop(), dying.stop(), line.close()]);
});

test('queries other processes once for many concurrent captures', async () => {
  let asked = 0;
  const query = async () => {
    asked += 1;
    return { rows: [{ is: true }], rowCount: 1 };
  };
  const check = createCaptureCheck({ query } as unknown as Db, broken);

  const answers = await Promise.all(Array.from({ length: 20 }, check));

  expect(new Set(answers)).toEqual(new Set([true]));
  expect(asked).toBe(1);
});
