/** Applies the outstanding migrations of viewcheck, with the role of DATABASE_URL: `node dist/migrate.js`. */
import { runMigrations } from '@svc/chassis/postgres/migrate-entry';

await runMigrations('viewcheck', import.meta.url);
