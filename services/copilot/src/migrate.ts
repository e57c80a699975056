/** Applies the outstanding migrations of memory, with the role of MEMORY_DATABASE_URL, else of DATABASE_URL: `node dist/migrate.js`. */
import { runMigrations } from '@svc/chassis/postgres/migrate-entry';

await runMigrations('memory', import.meta.url, 'MEMORY_DATABASE_URL');
