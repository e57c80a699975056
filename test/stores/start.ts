/**
 * Global setup: a real Postgres with a migrated template database, a real Redis and a real MinIO, at the addresses in
 * TEST_*.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { prepareBrowsers } from '@svc/guarded-browser/testing/test-chromium';
import { claimDataDir } from '@svc/scripts/stack/data-dir';
import { startTestMinio } from './minio.ts';
import { createTemplate, startTestPostgres } from './postgres.ts';
import { startTestRedis } from './redis.ts';
import { runFolder, stopStores, stores, sweepLeftovers } from './running.ts';
import { serveSharedParts } from './shared-parts.ts';

export default async function startStores(): Promise<void> {
  await sweepLeftovers();
  const folder = runFolder();
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  stores.push({ stop: claimDataDir(folder) });
  process.env.TEST_RUN_FOLDER = folder;
  prepareChromium();
  try {
    const starts = [prepareDatabase(), startTestRedis(folder), startTestMinio(folder)];
    // Waits for every start to settle, so that none finishes after the others are stopped.
    await Promise.allSettled(starts);
    const [Postgres = '', Redis = '', MinIO = ''] = await Promise.all(starts);
    await serveSharedParts();
    report({ Postgres, Redis, MinIO });
  } catch (error) {
    await stopStores();
    throw error;
  }
}

/** Installs Chromium once, before anything looks for it; without it, the tests that need it fail with a clear message. */
function prepareChromium(): void {
  try {
    prepareBrowsers();
  } catch {
    process.stderr.write('Chromium is not installed, and installing it failed.\n');
  }
}

async function prepareDatabase(): Promise<string> {
  const { adminUrl, description } = await startTestPostgres();
  const password = process.env.TEST_SERVICE_PASSWORD || randomBytes(16).toString('base64url');
  process.env.TEST_POSTGRES_ADMIN_URL = adminUrl;
  process.env.TEST_SERVICE_PASSWORD = password;
  process.env.TEST_TEMPLATE_DATABASE = await createTemplate(adminUrl, password);
  return description;
}

/** `npm test` prints the stores at the very end; a bare `jest` prints them at once. */
function report(descriptions: Readonly<Record<string, string>>): void {
  const file = process.env.TEST_STORES_REPORT;
  if (file) return writeFileSync(file, JSON.stringify(descriptions));
  for (const [name, description] of Object.entries(descriptions)) process.stderr.write(`${name}: ${description}\n`);
}
