/** `npm run compose-secrets [-- <email address>]`: writes `.env` with the secrets of `compose.yaml`, once. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeFailure } from '../stack/failure.ts';
import { ROOT } from '../stack/paths.ts';
import { makeComposeSecrets } from './compose/compose-secrets.ts';

const FILE = join(ROOT, '.env');

const HEADING = `# Secrets of this installation, written by npm run compose-secrets. What is kept in the volumes of compose.yaml can be opened with these alone:
# back this file up with them. Settings such as APP_ORIGIN may be added: .env.example has all of them.
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
