/** Prints a link with which a user sets a new password: `npm run password-link -- <email>`, for operators without mail. */
import { createLog } from '@svc/chassis/logging/log';
import { createPool } from '@svc/chassis/postgres/pool';
import { publicOrigin, readSettings } from '@svc/topology/environment';
import { findUserByEmail } from './accounts/user-repo.js';
import { LINK_MINUTES } from './password-resets/password-reset-repo.js';
import { createResetLink } from './password-resets/reset-link.js';

const settings = readSettings('identity');
const pool = createPool({
  connectionString: settings.DATABASE_URL,
  max: 1,
  applicationName: 'password-link',
  log: createLog('password-link', 'error'),
});
const [email = ''] = process.argv.slice(2);
const user = await findUserByEmail(pool, email);
if (user) {
  process.stdout.write(
    `${await createResetLink(pool, user.id, 'by hand', publicOrigin(settings) ?? 'http://localhost:8080')}\n`,
  );
  const until = new Date(Date.now() + LINK_MINUTES * 60_000).toISOString().slice(0, 16).replace('T', ' ');
  // Printed to stderr, so that a script reads only the link from stdout.
  process.stderr.write(`It works once, until ${until} UTC, and replaces earlier links.\n`);
} else {
  process.stderr.write('There is no account with this email address. Usage: npm run password-link -- <email>\n');
  process.exitCode = 1;
}
await pool.end();
