import { randomBytes } from 'node:crypto';
import { Client, escapeIdentifier } from 'pg';
import { pino } from 'pino';
import type { Log } from '../logging/log.js';
import { bootstrapDatabase } from '../postgres/migrations/bootstrap.js';
import { migrate } from '../postgres/migrations/migrations.js';
import { createTestDatabase } from './test-database.js';

/** A log that writes nothing. */
export const silentLog: Log = Object.assign(pino({ level: 'silent' }), { line: () => undefined });

/** A test database with one more service, whose schema has only the tables of the chassis. */
export interface ServiceDatabase {
  readonly adminUrl: string;
  /** Connection string of the service's role. */
  readonly url: string;
  /** Name of the service and of its schema. */
  readonly service: string;
  drop(): Promise<void>;
}

/** Creates a service with a fresh name, for tests of mechanisms that belong to no service. */
export async function createServiceDatabase(): Promise<ServiceDatabase> {
  const database = await createTestDatabase();
  const service = `t${randomBytes(6).toString('hex')}`;
  const urls = await bootstrapDatabase(database.adminUrl, [{ name: service, password: 'p@ss:w/rd%' }], {
    passwords: 'keep',
  });
  const url = urls[service] ?? '';
  await migrate({ connectionString: url, schema: service, directories: [], log: silentLog });
  return {
    adminUrl: database.adminUrl,
    url,
    service,
    async drop() {
      await database.drop();
      await dropRoles([service]);
    },
  };
}

/** Drops the roles of services whose databases are gone. */
export async function dropRoles(services: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: process.env.TEST_POSTGRES_ADMIN_URL });
  await client.connect();
  try {
    for (const service of services) await client.query(`drop role if exists ${escapeIdentifier(`svc_${service}`)}`);
  } finally {
    await client.end();
  }
}
