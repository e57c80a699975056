import { Client } from 'pg';
import type { BrowserContext } from 'playwright-core';

/** Of the lock that represents the clipboard. */
const CLIPBOARD = 2_026;

/** Waits until no other test copies, as all contexts of a browser have one clipboard. Others wait until the context is closed. */
export async function holdClipboard(context: BrowserContext): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_POSTGRES_ADMIN_URL });
  client.on('error', () => undefined);
  await client.connect();
  context.on('close', () => void client.end().catch(() => undefined));
  await client.query('select pg_advisory_lock($1)', [CLIPBOARD]);
}
