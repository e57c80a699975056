/** `npm run compose-secrets [-- <email address>]`: writes `.env` with the secrets of `compose.yaml`, once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure } from '../stack/failure.ts';
import { ROOT } from '../stack/paths.ts';
import { makeComposeSecrets } from './compose/compose-secrets.ts';

const FILE = join(ROOT, '.env');

const HEADING = `# Secrets of this installation, written by npm run compose-secrets. Back it up with the volumes of compose.yaml, which only
# these secrets open. You may add settings such as APP_ORIGIN; .env.example lists them.
`;

try {
  const secrets = makeComposeSecrets(process.argv[2] ?? 'admin@localhost.localdomain');
  const lines = Object.entries(secrets).map(([name, value]) => `${name}=${value}`);
  writeFileSync(FILE, `${HEADING}${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
  console.log(
    `${FILE} is written. The first administrator is ${secrets['ADMIN_EMAIL']}; ADMIN_PASSWORD in that file is the password.`,
  );
} catch (error) {
  const isThere = (error as NodeJS.ErrnoException).code === 'EEXIST';
  console.error(
    isThere
      ? `${FILE} already exists and was not changed, because its secrets open the volumes.`
      : describeFailure(error),
  );
  process.exit(1);
}
