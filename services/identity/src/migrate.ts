/** Applies the outstanding migrations of identity, with the role of DATABASE_URL: `node dist/migrate.js`. */
import { runMigrations } from '@svc/chassis/postgres/migrate-entry';

await runMigrations('identity', import.meta.url);
