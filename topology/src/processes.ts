import type { SettingName } from './settings.js';

/** Listeners of a process: gRPC, HTTP for everyone, HTTP for the gateway only. */
export type Listener = 'grpc' | 'public' | 'internal';

/** One kind of process of the product, with any number of replicas. */
export interface Process {
  /** Display name in the plural, which can begin a sentence: "… are not available". */
  readonly words?: string;
  /** Workspace folder, relative to the root. */
  readonly folder: string;
  /** Its entry module in `src`. */
  readonly main: string;
  /** Its schema and role in the database; for a worker those of its service. */
  readonly schema?: string;
  /** Its listeners, and the setting for each. */
  readonly listeners: Readonly<Partial<Record<Listener, string>>>;
  /** Services that it calls over gRPC, and the purpose. Calls never form a cycle. */
  readonly calls?: Readonly<Record<string, string>>;
  /** Destinations of its outbox, and the content of the messages. */
  readonly deliveries?: Readonly<Record<string, string>>;
  /** Processes whose internal HTTP listener it calls, and the purpose. Together with `calls` these never form a cycle either. */
  readonly proxies?: Readonly<Record<string, string>>;
  /** Its settings, in addition to the addresses of its callees. */
  readonly settings: readonly SettingName[];
  /** A worker: no process calls it, and without this setting it has nothing to do. */
  readonly runsWith?: SettingName;
  /** Whether the core of the product, deals and view checks, stops or is degraded without it. */
  readonly need: 'required' | 'degraded';
  /** Set if it stores rows of users, which must be deleted with an account. */
  readonly keepsRowsOfUsers?: true;
  /** Set if it stores records that are shared with teams; the shares must end with a membership. */
  readonly keepsSharedRecords?: true;
  /** Set if it shows records to people without an account, which must stop while their owner's account is disabled. */
  readonly opensRecordsToPublic?: true;
  /** Set if it stores rows about deals and videos, which must be deleted with them. */
  readonly keepsRowsOfDeals?: true;
}

const OF_EACH = ['LOG_LEVEL', 'STOP_GRACE_MS'] as const;
const OF_SERVICES = [...OF_EACH, 'GRPC_ADDRESS', 'DATABASE_URL', 'INSTALLATION_ID', 'PG_POOL_MAX'] as const;
const OF_OBJECT_STORES = [
  'S3_ENDPOINT',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_BUCKET',
  'S3_REGION',
  'DATA_DIR',
] as const;
const OF_PUBLIC_ORIGIN = ['APP_ORIGIN', 'PLATFORM_EXTERNAL_URL'] as const;
const OF_IMAGES = ['API_JSON_BODY_LIMIT', 'SCREENSHOT_MAX_IMAGE_BYTES', 'SVC_AGENT_MAX_IMAGE_BYTES'] as const;

/**
 * The single list of all processes of the product. Startup, migrations, connections, readiness, deletion of accounts, ends of memberships and the
 * table of settings are all derived from it.
 */
export const PROCESSES = {
  identity: {
    words: 'Accounts and sign-in',
    folder: 'services/identity',
    main: 'main',
    schema: 'identity',
    listeners: { grpc: 'GRPC_ADDRESS' },
    deliveries: {
      deal: "Purge of a deleted account; whether one is disabled; the end of a membership; an owner's changed time zone; the morning of one who wants a reminder.",
      viewcheck: 'Purge of a deleted account.',
      shortener: 'Purge of a deleted account; whether one is disabled; the end of a membership.',
      screenshot: 'Purge of a deleted account; the end of a membership.',
      copilot: "Purge of a deleted account; users' decisions on the copilot's approvals.",
    },
    settings: [
      ...OF_SERVICES,
      'SERVICE_SECRETS',
      'SIGNING_KEY_SECRET',
      'SIGNING_KEY_ROTATION_DAYS',
      'AUTH_REUSE_MS',
      'SVC_AGENT_TOKEN_TTL_MS',
      'SVC_AGENT_SERVICE_SECRET',
      'SVC_AGENT_APPROVAL_CONFIRM_SECRET',
      'SVC_AGENT_WRITE_CONFIRMATION_MODE',
      'APP_NAME',
      ...OF_PUBLIC_ORIGIN,
      'ADMIN_EMAIL',
      'ADMIN_PASSWORD',
      'SMTP_URL',
      'SMTP_FROM',
      'REDIS_URL',
      'COPILOT_FREE_DAILY_LIMIT',
    ],
    need: 'required',
  },
  deal: {
    words: 'Deals, contacts and tasks',
    folder: 'services/deal',
    main: 'main',
    schema: 'deal',
    listeners: { grpc: 'GRPC_ADDRESS' },
    calls: { identity: 'Public signing keys; its own assertion for deliveries; who shares a team with the caller.' },
    deliveries: {
      identity: "Records of agents' writes; the due checks in owners' morning reminders.",
      viewcheck: 'Purge of the view logs of deleted deals and videos.',
      screenshot: 'The end of links to deleted deals and videos.',
    },
    settings: [
      ...OF_SERVICES,
      'SERVICE_SECRET',
      'ACTIVITY_RETENTION_DAYS',
      'REDIS_URL',
      'TEMPLATES_PER_USER',
      'TEMPLATE_BYTES_PER_USER',
    ],
    need: 'required',
    keepsRowsOfUsers: true,
    keepsSharedRecords: true,
    opensRecordsToPublic: true,
  },
  viewcheck: {
    words: 'View logs and due views',
    folder: 'services/viewcheck',
    main: 'main',
    schema: 'viewcheck',
    listeners: { grpc: 'GRPC_ADDRESS' },
    calls: {
      identity: 'Public signing keys; its own assertion for deliveries.',
      deal: 'Whether the caller may see or edit a deal; names; which videos are due.',
      screenshot: 'Which screenshots the caller may see beside view logs; linking one that proves a view log.',
    },
    deliveries: {
      identity: "Records of agents' writes.",
      deal: 'Newest view log of a video, for lists, totals and due dates; what happened to view logs, for the activity of their deal.',
    },
    settings: [...OF_SERVICES, 'SERVICE_SECRET'],
    need: 'required',
    keepsRowsOfUsers: true,
    keepsRowsOfDeals: true,
  },
  shortener: {
    words: 'Short links',
    folder: 'services/shortener',
    main: 'main',
    schema: 'shortener',
    listeners: { grpc: 'GRPC_ADDRESS', public: 'SHORTENER_PORT', internal: 'SHORTENER_HTTP_ADDRESS' },
    calls: {
      identity:
        "Public signing keys; its own assertion for deliveries; agents' tokens; their device flow and connections. Never for a redirect.",
      deal: 'What an opened share shows.',
    },
    deliveries: { identity: "Records of agents' writes." },
    settings: [
      ...OF_SERVICES,
      'SERVICE_SECRET',
      ...OF_OBJECT_STORES,
      ...OF_IMAGES,
      'LISTEN_DATABASE_URL',
      'SHORTENER_PORT',
      'HOST',
      'KEEP_ALIVE_SECONDS',
      'SHORTENER_ORIGIN',
      'SHORT_LINK_DOMAIN',
      ...OF_PUBLIC_ORIGIN,
      'APP_NAME',
      'TRUSTED_PROXIES',
      'COUNTRY_HEADER',
      'REDIS_URL',
      'LINK_CACHE_MAX',
      'PHOTO_BYTES_PER_USER',
      'CLICK_RETENTION_DAYS',
      'CLICK_STREAM',
      'AUTH_REUSE_MS',
    ],
    need: 'degraded',
    keepsRowsOfUsers: true,
    keepsSharedRecords: true,
    opensRecordsToPublic: true,
  },
  screenshot: {
    words: 'Screenshots',
    folder: 'services/screenshot',
    main: 'main',
    schema: 'screenshot',
    listeners: { grpc: 'GRPC_ADDRESS', internal: 'SCREENSHOT_HTTP_ADDRESS' },
    calls: {
      identity:
        'Public signing keys; its own assertion for deliveries; renewed assertions for long captures and uploads.',
      deal: 'Whether the caller may link a screenshot to a deal; what an opened share shows.',
    },
    deliveries: {
      identity: "Records of agents' writes.",
      deal: 'Links of screenshots to deals, for their activity.',
      shortener: 'The end of the short links of deleted screenshots.',
    },
    proxies: { shortener: 'Images of screenshots that get a short link.' },
    settings: [
      ...OF_SERVICES,
      ...OF_OBJECT_STORES,
      ...OF_IMAGES,
      'SERVICE_SECRET',
      'LISTEN_DATABASE_URL',
      'SHORTENER_ORIGIN',
      'SHORT_LINK_DOMAIN',
      ...OF_PUBLIC_ORIGIN,
      'REDIS_URL',
      'CHROMIUM_PATH',
      'CAPTURE_BROWSER_URL',
      'CAPTURE_PROXY_PORT',
      'CAPTURE_NO_SANDBOX',
      'SVC_EGRESS_ALLOW',
      'SCREENSHOT_BYTES_PER_USER',
      'SCREENSHOTS_PER_USER',
    ],
    need: 'degraded',
    keepsRowsOfUsers: true,
    keepsSharedRecords: true,
    keepsRowsOfDeals: true,
  },
  copilot: {
    words: 'The copilot and memories',
    folder: 'services/copilot',
    main: 'main',
    schema: 'memory',
    listeners: { grpc: 'GRPC_ADDRESS' },
    calls: {
      identity: 'Public signing keys; its own assertion; free turns, assertions and approvals of the users it answers.',
      deal: 'Deals, contacts and tasks that it reads and changes for a user.',
      viewcheck: 'View logs and due views that it reads and changes for a user.',
      shortener: 'Short links that it reads and changes for a user.',
      screenshot: 'Screenshots that it reads and changes for a user.',
    },
    deliveries: {
      identity: "Records of agents' writes; withdrawn approvals; administrators' changes of MCP servers.",
    },
    settings: [
      ...OF_SERVICES,
      'SERVICE_SECRET',
      'MEMORY_DATABASE_URL',
      'REDIS_URL',
      'APP_NAME',
      ...OF_PUBLIC_ORIGIN,
      'SHORTENER_ORIGIN',
      'SHORT_LINK_DOMAIN',
      'SVC_EGRESS_ALLOW',
      'SVC_ENCRYPTION_KEY',
      'COPILOT_FREE_POOL_JSON',
      'COPILOT_POOL_KEYS_JSON',
      'COPILOT_MEMORY_MCP_URL',
      'COPILOT_MEMORY_MCP_TRANSPORT',
      'COPILOT_MEMORY_MCP_AUTH_HEADER',
      'COPILOT_DAY_TIMEZONE',
      'COPILOT_CONSENT_VERSION',
      'COPILOT_RETENTION_DAYS',
      'COPILOT_TURNS_MAX',
    ],
    need: 'degraded',
    keepsRowsOfUsers: true,
  },
  'click-consumer': {
    folder: 'services/shortener',
    main: 'click-consumer',
    schema: 'shortener',
    listeners: { grpc: 'GRPC_ADDRESS' },
    settings: [...OF_EACH, 'GRPC_ADDRESS', 'DATABASE_URL', 'INSTALLATION_ID', 'REDIS_URL', 'CLICK_STREAM'],
    runsWith: 'REDIS_URL',
    need: 'degraded',
  },
  gateway: {
    folder: 'gateway',
    main: 'main',
    listeners: { public: 'PORT' },
    calls: {
      identity: 'Who is calling, accounts, sessions, settings, administration.',
      deal: 'Deals, videos, bulk import.',
      viewcheck: 'View logs and due views.',
      shortener: 'Short links of users, their shares, reports.',
      screenshot: 'Screenshots of users, their shares, captures.',
      copilot: 'Memories, and the state of their database; conversations with the copilot.',
    },
    proxies: {
      shortener: 'Redirects, the API of the short-link host, photos.',
      screenshot: 'Images of screenshots, in and out.',
    },
    settings: [
      ...OF_EACH,
      'PORT',
      'HOST',
      'KEEP_ALIVE_SECONDS',
      'APP_NAME',
      ...OF_PUBLIC_ORIGIN,
      'SHORTENER_ORIGIN',
      'SHORT_LINK_DOMAIN',
      'DOCS_URL',
      'PUBLIC_PAGES_DIR',
      'SVC_AGENT_KIT_URL',
      'WEB_BOT_AUTH_PUBLIC_JWK_JSON',
      'WEB_BOT_AUTH_JWKS_JSON',
      'WEB_BOT_AUTH_PRIVATE_KEY_PEM',
      'WEB_BOT_AUTH_PRIVATE_KEY_BASE64',
      'TRUSTED_PROXIES',
      'AUTH_REUSE_MS',
      'API_JSON_BODY_LIMIT',
      'REDIS_URL',
      'SVC_AGENT_WRITE_CONFIRMATION_MODE',
      'SVC_AGENT_CALLS_PER_MINUTE',
      'SVC_AGENT_WRITES_PER_MINUTE',
      'SVC_SESSION_CALLS_PER_MINUTE',
      'SVC_MEMORYDB_REQUIRE_CLOUD',
      'READINESS_CHECK_MEMORYDB',
    ],
    need: 'required',
  },
} as const satisfies Readonly<Record<string, Process>>;

type Table = typeof PROCESSES;

export type ProcessName = keyof Table;

type NamesWith<Fields> = { [Name in ProcessName]: Table[Name] extends Fields ? Name : never }[ProcessName];

/** Processes that no other process calls; they use the database of a service. */
export type WorkerName = NamesWith<{ runsWith: string }>;
/** The gateway and the services. */
export type ServiceName = Exclude<ProcessName, WorkerName>;
/** The settings of a process, in addition to the addresses of its callees. */
export type SettingOf<Name extends ProcessName> = Table[Name]['settings'][number];
/** Services with their own schema and migrations. */
export type DatabaseServiceName = Exclude<NamesWith<{ schema: string }>, WorkerName>;
/** Services that delete a deleted account's data. */
type PurgedService = NamesWith<{ keepsRowsOfUsers: true }>;
/** Services whose records can be shared with teams, and that are notified of ends of memberships. */
type SharingService = NamesWith<{ keepsSharedRecords: true }>;
/** Services that show records to people without an account, and that are notified of disabled accounts. */
type PublicLinkService = NamesWith<{ opensRecordsToPublic: true }>;
/** Services that delete the data of deleted deals and videos. */
export type DealDataService = NamesWith<{ keepsRowsOfDeals: true }>;
/** The gRPC callees of a process. */
export type Call<Name extends ProcessName> = Table[Name] extends { calls: infer Calls } ? keyof Calls & string : never;
/** The outbox destinations of a process. */
export type Destination<Name extends ProcessName> = Table[Name] extends { deliveries: infer Deliveries }
  ? keyof Deliveries & string
  : never;
/** The gRPC callees and outbox destinations of a process. */
export type Callee<Name extends ProcessName> = Call<Name> | Destination<Name>;
/** The processes to whose internal HTTP listener a process sends requests. */
export type Proxied<Name extends ProcessName> = Table[Name] extends { proxies: infer Proxies }
  ? keyof Proxies & string
  : never;

export const PROCESS_NAMES = Object.keys(PROCESSES) as ProcessName[];
export const SERVICE_NAMES = PROCESS_NAMES.filter((name): name is ServiceName => !('runsWith' in PROCESSES[name]));
export const DATABASE_SERVICE_NAMES = SERVICE_NAMES.filter(
  (name): name is DatabaseServiceName => 'schema' in PROCESSES[name],
);
export const PURGED_SERVICES = SERVICE_NAMES.filter(
  (name): name is PurgedService => 'keepsRowsOfUsers' in PROCESSES[name],
);
export const SHARING_SERVICES = SERVICE_NAMES.filter(
  (name): name is SharingService => 'keepsSharedRecords' in PROCESSES[name],
);
export const PUBLIC_LINK_SERVICES = SERVICE_NAMES.filter(
  (name): name is PublicLinkService => 'opensRecordsToPublic' in PROCESSES[name],
);
export const DEAL_DATA_SERVICES = SERVICE_NAMES.filter(
  (name): name is DealDataService => 'keepsRowsOfDeals' in PROCESSES[name],
);

/** The service whose schema and role a process uses; undefined for one without a database. */
export function databaseServiceOf(name: ProcessName): DatabaseServiceName | undefined {
  const { schema }: Process = PROCESSES[name];
  return DATABASE_SERVICE_NAMES.find((service) => PROCESSES[service].schema === schema);
}

/** A value for each of some processes, by name. */
export function recordOf<Name extends ProcessName, Value>(
  names: readonly Name[],
  valueOf: (name: Name) => Value,
): Record<Name, Value> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, Value>;
}

export type AddressSetting<Name extends string> = `${Uppercase<Name>}_ADDRESS`;
export type HttpAddressSetting<Name extends string> = `${Uppercase<Name>}_HTTP_ADDRESS`;

/** The gRPC address of a process for others. */
export function addressSetting<Name extends string>(name: Name): AddressSetting<Name> {
  return `${name.toUpperCase()}_ADDRESS` as AddressSetting<Name>;
}

/** The internal HTTP address of a process for others; the process itself listens there. */
export function httpAddressSetting<Name extends string>(name: Name): HttpAddressSetting<Name> {
  return `${name.toUpperCase()}_HTTP_ADDRESS` as HttpAddressSetting<Name>;
}

/** The gRPC callees of a process. */
export function callsOf<Name extends ProcessName>(name: Name): Call<Name>[] {
  const { calls = {} }: Process = PROCESSES[name];
  return Object.keys(calls) as Call<Name>[];
}

/** The outbox destinations of a process. */
export function destinationsOf<Name extends ProcessName>(name: Name): Destination<Name>[] {
  const { deliveries = {} }: Process = PROCESSES[name];
  return Object.keys(deliveries) as Destination<Name>[];
}

/** All gRPC connections of a process. */
export function calleesOf<Name extends ProcessName>(name: Name): Callee<Name>[] {
  return [...new Set<Callee<Name>>([...callsOf(name), ...destinationsOf(name)])];
}

/** The processes to whose internal HTTP listener a process sends requests. */
export function proxiedBy<Name extends ProcessName>(name: Name): Proxied<Name>[] {
  const { proxies = {} }: Process = PROCESSES[name];
  return Object.keys(proxies) as Proxied<Name>[];
}

/** A process with everything it calls or proxies to, transitively. */
export function reachOf(name: ProcessName): ProcessName[] {
  const { calls = {}, proxies = {} }: Process = PROCESSES[name];
  const called = [...Object.keys(calls), ...Object.keys(proxies)] as ProcessName[];
  return [...new Set([name, ...called.flatMap(reachOf)])];
}

/** The processes that a process calls in its own name, and all that those depend on. */
export function audienceOf(name: ProcessName): ProcessName[] {
  return [...new Set([...calleesOf(name), ...proxiedBy(name)].flatMap((callee: ProcessName) => reachOf(callee)))];
}

/** Names of all settings that a process reads. */
export function settingsOf(name: ProcessName): string[] {
  const { settings, listeners }: Process = PROCESSES[name];
  const addresses = [...calleesOf(name).map(addressSetting), ...proxiedBy(name).map(httpAddressSetting)];
  return [...new Set([...settings, ...Object.values(listeners), ...addresses])];
}
