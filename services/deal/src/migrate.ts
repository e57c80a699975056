/** Applies the outstanding migrations of deal, with the role of DATABASE_URL: `node dist/migrate.js`. */
import { runMigrations } from '@svc/chassis/postgres/migrate-entry';

await runMigrations('deal', import.meta.url);
