import {
  DATABASE_SERVICE_NAMES,
  type Listener,
  type Process,
  PROCESS_NAMES,
  PROCESSES,
  type ProcessName,
} from '@svc/topology/processes';
import { SECRET_SETTINGS, type SettingName } from '@svc/topology/settings';

/** Ports of listeners in a container. */
const PORTS: Readonly<Record<Listener, number>> = { grpc: 50_051, internal: 8_082, public: 8_080 };

/** The Secret of each secret setting, and its key there. */
const KEPT_IN: Partial<Record<SettingName, readonly [secret: string, key: string]>> = {
  INSTALLATION_ID: ['internal', 'installation-id'],
  SIGNING_KEY_SECRET: ['internal', 'signing-key'],
  SVC_ENCRYPTION_KEY: ['internal', 'encryption-key'],
  REDIS_URL: ['redis', 'url'],
  SMTP_URL: ['smtp', 'url'],
  ADMIN_EMAIL: ['firstAdmin', 'email'],
  ADMIN_PASSWORD: ['firstAdmin', 'password'],
  SVC_AGENT_SERVICE_SECRET: ['agents', 'service-secret'],
  SVC_AGENT_APPROVAL_CONFIRM_SECRET: ['agents', 'approval-confirm-secret'],
  WEB_BOT_AUTH_PRIVATE_KEY_PEM: ['agents', 'bot-private-key.pem'],
  WEB_BOT_AUTH_PRIVATE_KEY_BASE64: ['agents', 'bot-private-key-base64'],
  MEMORY_DATABASE_URL: ['copilot', 'memory-database-url'],
  COPILOT_POOL_KEYS_JSON: ['models', 'pool-keys'],
  COPILOT_MEMORY_MCP_AUTH_HEADER: ['models', 'memory-mcp-auth-header'],
};

/** Settings with public origins, and their keys in the chart's values. */
const ORIGINS = { APP_ORIGIN: 'app', SHORTENER_ORIGIN: 'shortLinks' } as const;

/** Settings that the chart sets itself; an installation cannot change them. */
const GIVEN: readonly string[] = [
  'STOP_GRACE_MS',
  'APP_ORIGIN',
  'SHORTENER_ORIGIN',
  'DATA_DIR',
  'HOST',
  'SERVICE_SECRETS',
];

/** Keys of Secrets that an installation may omit. */
const OPTIONAL: readonly SettingName[] = [
  'LISTEN_DATABASE_URL',
  'SVC_AGENT_SERVICE_SECRET',
  'SVC_AGENT_APPROVAL_CONFIRM_SECRET',
  'SVC_ENCRYPTION_KEY',
  'WEB_BOT_AUTH_PRIVATE_KEY_PEM',
  'WEB_BOT_AUTH_PRIVATE_KEY_BASE64',
];

/** Connections to Postgres in addition to a pool: for the health watch, for listening to changes, for redirects. */
const OTHER_CONNECTIONS: Partial<Record<ProcessName, number>> = { shortener: 4, screenshot: 2, 'click-consumer': 3 };

interface ChartSecret {
  readonly secret: string;
  readonly key: string;
  readonly optional?: true;
}

/** Data about a process for the chart. Paths are those in the image. */
export interface ChartProcess {
  readonly main: string;
  /** Arguments to apply its migrations; absent when another process applies them. */
  readonly migrate?: readonly string[];
  readonly need: Process['need'];
  /** The Secret without which this process does not run. */
  readonly runsWith?: string;
  /** Ports by listener, and the settings for them. */
  readonly listens: Readonly<Partial<Record<Listener, { readonly port: number; readonly setting: string }>>>;
  readonly calls: readonly string[];
  readonly deliveries: readonly string[];
  readonly proxies: readonly string[];
  /** Public origins passed to it: `app`, `shortLinks`. */
  readonly origins: Readonly<Record<string, string>>;
  /** Settings that an installation may set, by name. */
  readonly settings: readonly string[];
  /** Connections to Postgres: a pool of PG_POOL_MAX, and other ones; absent without a database. */
  readonly connections?: { readonly hasPool: boolean; readonly others: number };
  /** The installation's Secret and key for each secret setting. */
  readonly secrets: Readonly<Record<string, ChartSecret>>;
  /** Services whose secrets are passed to it in SERVICE_SECRETS. */
  readonly secretsOf?: readonly string[];
}

/** All processes, for the chart's `files/processes.json`. */
export function chartProcesses(): Readonly<Record<string, ChartProcess>> {
  return Object.fromEntries(PROCESS_NAMES.map((name) => [name, chartProcess(name)]));
}

function chartProcess(name: ProcessName): ChartProcess {
  const process: Process = PROCESSES[name];
  const { need, runsWith, calls = {}, deliveries = {}, proxies = {} } = process;
  const settings = new Set<string>(process.settings);
  const own = process.settings.filter((setting) => !GIVEN.includes(setting) && !isListener(process, setting));
  const kept = own.filter((setting) => SECRET_SETTINGS.has(setting) || setting in KEPT_IN);
  const isMigrated = (DATABASE_SERVICE_NAMES as readonly string[]).includes(name);
  return {
    main: `dist/${name}.js`,
    ...(isMigrated && { migrate: ['topology/dist/migrate.js', name] }),
    need,
    ...(runsWith && { runsWith: KEPT_IN[runsWith]?.[0] ?? runsWith }),
    listens: listensOf(process),
    calls: Object.keys(calls),
    deliveries: Object.keys(deliveries),
    proxies: Object.keys(proxies),
    origins: Object.fromEntries(Object.entries(ORIGINS).filter(([setting]) => settings.has(setting))),
    settings: own.filter((setting) => !kept.includes(setting)),
    ...(process.schema && {
      connections: { hasPool: own.includes('PG_POOL_MAX'), others: OTHER_CONNECTIONS[name] ?? 1 },
    }),
    secrets: Object.fromEntries(kept.map((setting) => [setting, secretOf(name, setting)])),
    ...(process.settings.includes('SERVICE_SECRETS') && { secretsOf: secretHolders() }),
  };
}

function isListener({ listeners }: Process, setting: string): boolean {
  return Object.values(listeners).includes(setting);
}

function listensOf({ listeners }: Process): ChartProcess['listens'] {
  const entries = Object.entries(listeners) as [Listener, string][];
  return Object.fromEntries(entries.map(([listener, setting]) => [listener, { port: PORTS[listener], setting }]));
}

function secretOf(name: ProcessName, setting: SettingName): ChartSecret {
  const [secret, key] = KEPT_IN[setting] ?? keyOf(name, setting);
  return { secret, key, ...(OPTIONAL.includes(setting) && { optional: true }) };
}

/** Keys that differ by process. */
function keyOf(name: ProcessName, setting: SettingName): readonly [secret: string, key: string] {
  const { schema }: Process = PROCESSES[name];
  const owner = DATABASE_SERVICE_NAMES.find((service) => PROCESSES[service].schema === schema) ?? name;
  if (setting === 'DATABASE_URL') return ['database', owner];
  if (setting === 'LISTEN_DATABASE_URL') return ['database', `${owner}-listen`];
  // Each service has its own bucket, and may have its own key.
  if (setting === 'S3_ACCESS_KEY') return [`${name}Objects`, 'access-key'];
  if (setting === 'S3_SECRET_KEY') return [`${name}Objects`, 'secret-key'];
  if (setting === 'SERVICE_SECRET') return ['internal', `service-${name}`];
  throw new Error(`${setting} of ${name} has no place in the Secrets of an installation.`);
}

function secretHolders(): string[] {
  return PROCESS_NAMES.filter((name) => (PROCESSES[name] as Process).settings.includes('SERVICE_SECRET'));
}
