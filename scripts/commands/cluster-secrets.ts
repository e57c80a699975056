/**
 * `npm run -s cluster-secrets [-- <options>]`: prints the Secrets of a new cluster installation as YAML, without storing them. See
 * `docs/kubernetes.md`.
 */
import { parseArgs } from 'node:util';
import { stringify } from 'yaml';
import { makeInstallationSecrets, secretName } from '../build/chart/installation-secrets.ts';
import { describeFailure } from '../stack/failure.ts';

/** Placeholder for a missing option, invalid wherever it is used. */
const REPLACE = 'REPLACE-ME';

const HEADING = `# Secrets of one installation. Each run makes up others, so create them once (kubectl create -f -) and keep a copy where only
# those who run the installation can read it: without dealbridge-internal a backup of the database cannot be opened.
`;

try {
  process.stdout.write(print());
} catch (error) {
  console.error(describeFailure(error));
  process.exit(1);
}

function print(): string {
  const { values } = parseArgs({
    options: {
      namespace: { type: 'string', default: 'dealbridge' },
      database: { type: 'string', default: `postgres://admin:${REPLACE}@postgres:5432/dealbridge?sslmode=verify-full` },
      'memory-database': { type: 'string' },
      'access-key': { type: 'string', default: REPLACE },
      'secret-key': { type: 'string', default: REPLACE },
      // For keys with access to one bucket each.
      'shortener-access-key': { type: 'string' },
      'shortener-secret-key': { type: 'string' },
      'screenshot-access-key': { type: 'string' },
      'screenshot-secret-key': { type: 'string' },
      redis: { type: 'string' },
      smtp: { type: 'string' },
      'admin-email': { type: 'string' },
    },
  });
  for (const name of ['database', 'memory-database'] as const) checkUrl(name, values[name]);
  const bucket = (service: 'shortener' | 'screenshot') => ({
    'access-key': values[`${service}-access-key`] ?? values['access-key'],
    'secret-key': values[`${service}-secret-key`] ?? values['secret-key'],
  });
  const secrets = makeInstallationSecrets({
    database: values.database,
    memoryDatabase: values['memory-database'],
    buckets: { shortener: bucket('shortener'), screenshot: bucket('screenshot') },
    redis: values.redis,
    smtp: values.smtp,
    adminEmail: values['admin-email'],
  });
  const documents = Object.entries(secrets).map(([name, stringData]) =>
    stringify(
      {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: secretName(name), namespace: values.namespace },
        type: 'Opaque',
        stringData,
      },
      { lineWidth: 0 },
    ),
  );
  return [HEADING, ...documents].join('---\n');
}

function checkUrl(option: string, url: string | undefined): void {
  const parsed = URL.parse(url ?? 'postgres://host/database');
  if (parsed && /^postgres(ql)?:$/.test(parsed.protocol) && parsed.pathname.length > 1) return;
  throw new Error(`--${option} must be like postgres://user:password@host:5432/database.`);
}
