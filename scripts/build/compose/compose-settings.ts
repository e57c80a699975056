import { join } from 'node:path';
import { describeSetting } from '@svc/topology/environment';
import { type Process, PROCESS_NAMES, PROCESSES, type ProcessName } from '@svc/topology/processes';
import { SECRET_SETTINGS, type SettingName, SETTINGS } from '@svc/topology/settings';
import { ROOT } from '../../stack/paths.ts';
import { plainRules } from './compose-alerts.ts';

/** Settings that compose.yaml fixes because of the way it runs the processes; `.env` cannot change them. */
const SAID_BY_COMPOSE: readonly SettingName[] = [
  'STOP_GRACE_MS',
  'HOST',
  'PORT',
  'SHORTENER_PORT',
  'GRPC_ADDRESS',
  'SERVICE_SECRET',
  'SERVICE_SECRETS',
  'DATABASE_URL',
  // APP_ORIGIN and SHORTENER_ORIGIN always have a value in compose.yaml, and take precedence.
  'PLATFORM_EXTERNAL_URL',
  'SHORT_LINK_DOMAIN',
  // There is no pooler between the processes and Postgres.
  'LISTEN_DATABASE_URL',
  // Images are in the object store, and the browser runs in its own container.
  'DATA_DIR',
  'CHROMIUM_PATH',
  'CAPTURE_NO_SANDBOX',
  'CAPTURE_BROWSER_URL',
  'CAPTURE_PROXY_PORT',
];

/** Settings that compose.yaml takes from `.env` under their own names, with a default or a value from `npm run compose-secrets`. */
const NAMED_IN_COMPOSE: readonly SettingName[] = [
  'APP_ORIGIN',
  'SHORTENER_ORIGIN',
  'INSTALLATION_ID',
  'SIGNING_KEY_SECRET',
  'SVC_ENCRYPTION_KEY',
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'PUBLIC_PAGES_DIR',
];

/** A process's settings from `.env`, if present. An empty setting counts as absent. */
function passedOn(name: ProcessName): SettingName[] {
  const { settings }: Process = PROCESSES[name];
  return settings.filter((setting) => !SAID_BY_COMPOSE.includes(setting) && !NAMED_IN_COMPOSE.includes(setting));
}

/** YAML blocks of compose.yaml with the settings that each process may get. */
export function composeSettings(): string {
  return PROCESS_NAMES.map((name) => {
    const lines = passedOn(name).map((setting) => `  ${setting}: \${${setting}:-}\n`);
    return `x-${name}-settings: &${name}-settings\n${lines.join('')}`;
  }).join('');
}

const HEADING = `# Settings for .env, besides the secrets that \`npm run compose-secrets\` writes there. compose.yaml passes each one to the processes
# that read it. Copy a line, remove the "# " and set a value; empty values count as unset. Put a value with "$" or "#"
# in single quotes. \`docker compose up -d --wait\` then restarts the services that read it. Written by \`npm run docs\`.

# Where people reach the app and the short links.
# APP_ORIGIN=https://deals.example.com
# SHORTENER_ORIGIN=https://go.example.com

# Address from which a proxy on this machine reaches the published ports: that of Docker's bridge, which compose.yaml sets with DEALBRIDGE_SUBNET.
# TRUSTED_PROXIES=172.30.83.1
# DEALBRIDGE_SUBNET=172.30.83.0/24

# Images to run instead of those of \`npm run images\`; name them by digest.
# DEALBRIDGE_IMAGE=registry.example.com/team/dealbridge@sha256:…
# DEALBRIDGE_BROWSER_IMAGE=registry.example.com/team/dealbridge-browser@sha256:…

# An object store to use instead of the one in compose.yaml. Set S3_ACCESS_KEY and S3_SECRET_KEY to its keys.
# S3_ENDPOINT=https://s3.eu-central-1.amazonaws.com

# Absolute path of a folder with your own public pages: docs/operations.md.
# PUBLIC_PAGES_DIR=/srv/dealbridge/pages

# Only with MEMORY_DATABASE_URL, below: connection string of that database's administrator, who creates copilot's role and schema there.
# MEMORY_ADMIN_DATABASE_URL=

# Folder in which \`docker compose run --rm backup\` puts backups.
# BACKUP_FOLDER=./backups

# Starts a Collector, Jaeger, Prometheus and Grafana, and sends them spans and metrics: docs/compose.md.
# COMPOSE_PROFILES=telemetry
# OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318
`;

function environmentExample(): string {
  const names = new Set(PROCESS_NAMES.flatMap(passedOn));
  names.delete('TRUSTED_PROXIES');
  return [HEADING, ...[...names].toSorted().map(exampleOf)].join('\n');
}

function exampleOf(name: SettingName): string {
  const { unset } = describeSetting(name);
  const isSecret = SECRET_SETTINGS.has(name) ? ' Secret.' : '';
  return `# ${SETTINGS[name].description}${isSecret}\n# ${name}=${JSON.stringify(unset ?? '').replaceAll('"', '')}\n`;
}

/** Files next to compose.yaml that are generated from the sources, with their expected text. */
export const COMPOSE_FILES: readonly { readonly path: string; readonly write: () => string }[] = [
  { path: join(ROOT, '.env.example'), write: environmentExample },
  { path: join(ROOT, 'k8s/observability/alerts.yaml'), write: plainRules },
];
