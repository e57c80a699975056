/** Applies the outstanding migrations of screenshot, with the role of DATABASE_URL: `node dist/migrate.js`. */
import { runMigrations } from '@svc/chassis/postgres/migrate-entry';

await runMigrations('screenshot', import.meta.url);
