/** Applies the outstanding migrations of shortener, with the role of DATABASE_URL: `node dist/migrate.js`. */
import { runMigrations } from '@svc/chassis/postgres/migrate-entry';

await runMigrations('shortener', import.meta.url);
