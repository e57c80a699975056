import { EgressAllow } from '@svc/chassis/outbound/egress-allow';
import { Address, Bytes, oneOrTwo, StopGrace } from '@svc/chassis/process/config';
import { DAY_MS } from '@svc/chassis/time/durations';
import { KEEP_ALIVE_SECONDS } from '@svc/http-host/http/listen';
import { TrustedProxies } from '@svc/http-host/http/trusted-proxies';
import { z } from 'zod';
import { FreePool, PoolKeys, TimeZoneName } from './free-pool.js';

const POSTGRES_FORM = 'must be like postgres://user:password@host:5432/database';

const whole = (min: number, max: number) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.coerce.number(error).int(error).min(min, error).max(max, error);
};
const Flag = z.stringbool({ error: 'must be true or false' });
const Port = whole(0, 65_535);
const WebAddress = z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' });
const Origin = WebAddress.refine(endsAfterPort, 'must end after host and port').transform((url) => new URL(url).origin);
const PostgresUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: POSTGRES_FORM })
  .refine((url) => (URL.parse(url)?.pathname.length ?? 2) > 1, POSTGRES_FORM);

const SecretsByService = z
  .string()
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      context.addIssue('must be JSON');
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), oneOrTwo(z.string().min(32))));

/** Printable header characters; other values could never match a header. */
const AdapterSecret = oneOrTwo(
  z.string().regex(/^[\x21-\x7e]{32,1024}$/, 'must be 32 to 1024 printable characters, without spaces'),
  ' ',
);

/** The two values must differ, or one could be removed while it is still needed. */
const EncryptionKeys = oneOrTwo(z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url: 43 characters')).refine(
  (keys) => new Set(keys.map((key) => Buffer.from(key, 'base64url').toString('hex'))).size === keys.length,
  'must be two different keys',
);

/** Every setting of every process, with its default and description; `PROCESSES` defines which process reads which. */
export const SETTINGS = {
  // Listeners and public origins.
  PORT: Port.default(8_080).describe('Port of the gateway.'),
  SHORTENER_PORT: Port.default(8_081).describe('Port of the short-link host.'),
  HOST: z
    .string()
    .optional()
    .describe(
      'Address on which the gateway and the short-link host listen. Default: all addresses, IPv4 and IPv6; with `npm start`, 127.0.0.1 unless a public origin is set, because other machines need https.',
    ),
  GRPC_ADDRESS: Address.describe(
    'Address and port for gRPC, including health checks: 127.0.0.1, 0.0.0.0 or [::], and the port.',
  ),
  APP_ORIGIN: Origin.optional().describe(
    "Public origin of the product, used for same-origin checks, the cookie's name and links. An https origin turns on HSTS. Default: the request's host; documents and challenges use it only if it is `localhost` or an IP address.",
  ),
  PLATFORM_EXTERNAL_URL: Origin.optional().describe(
    'Public origin assigned by a hosting platform, used for links, documents and challenges if `APP_ORIGIN` is not set.',
  ),
  DOCS_URL: WebAddress.transform((url) => (url.endsWith('/') ? url.slice(0, -1) : url))
    .optional()
    .describe('URL of the documentation. Default: `/docs` of the public origin.'),
  PUBLIC_PAGES_DIR: z
    .string()
    .startsWith('/', 'must be an absolute path')
    .optional()
    .describe(
      "Folder with your own public pages in Markdown, such as `terms.md`, `privacy.md` and `contact.md`. Each replaces the product's page. `{{appName}}` becomes the product's name, and `{{shortenerUrl}}` the origin of short links.",
    ),
  SVC_AGENT_KIT_URL: WebAddress.optional().describe("URL of the operator's agent kit, linked from Settings."),
  APP_NAME: z
    .string()
    .max(100, 'must have at most 100 characters')
    .default('Dealbridge')
    .describe('Product name shown to users.'),
  SHORTENER_ORIGIN: Origin.optional().describe(
    'Public origin of the short links. Default with `npm start`: `http://localhost:<port>`.',
  ),
  SHORT_LINK_DOMAIN: z
    .hostname('must be a host name, without scheme and port')
    .optional()
    .describe(
      'Host of the short links, with https, if `SHORTENER_ORIGIN` is not set. If neither `APP_ORIGIN` nor `PLATFORM_EXTERNAL_URL` is set, users approve agents on this host, so your proxy must send its `/agent/` to the gateway.',
    ),
  TRUSTED_PROXIES: TrustedProxies.prefault('').describe(
    'Addresses and networks, separated by commas, whose `X-Forwarded-*` headers are trusted. Behind an unlisted proxy, all visitors share one set of limits.',
  ),
  COUNTRY_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[-!#$%&'*+.^_`|~\da-z]{1,100}$/, 'must be the name of a header')
    .optional()
    .describe("Header in which a trusted proxy sends the visitor's country."),

  // Stores.
  DATABASE_URL: PostgresUrl.describe(
    "Connection string of the service's own role. `npm start` and `npm run migrate` take an administrator's and create the roles and schemas; if unset, they start a Postgres in `DATA_DIR`.",
  ),
  LISTEN_DATABASE_URL: PostgresUrl.optional().describe(
    'Direct connection to the same database, if `DATABASE_URL` uses a pooler in transaction mode. Default: `DATABASE_URL`.',
  ),
  MEMORY_DATABASE_URL: PostgresUrl.optional().describe(
    "Connection string of copilot's role in a separate database for memories and conversations. Default: the database of `DATABASE_URL`. `npm start` and `npm run migrate` take an administrator's.",
  ),
  INSTALLATION_ID: z
    .string()
    .max(200)
    .optional()
    .describe(
      'The installation that owns the databases: `installationId` in `secrets.json`. A process is not ready on a database that another installation has claimed. Unset disables the check.',
    ),
  PG_POOL_MAX: whole(1, 100).default(5).describe('Size of the connection pool of each process.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be like redis://:password@host:6379' })
    .optional()
    .describe(
      'Redis for limits and links shared by all replicas, and for clicks on their way to Postgres. Enables the click consumer.',
    ),
  DATA_DIR: z
    .string()
    .optional()
    .describe(
      'Folder for images if S3 is not used. With `npm start` (default `.data`), also for the database, logs and generated secrets (`secrets.json`, readable only by its owner).',
    ),
  S3_ENDPOINT: WebAddress.refine(endsAfterPort, 'must end after host and port; the bucket is S3_BUCKET')
    .optional()
    .describe('Scheme, host and port of an S3-compatible store for images. Default: files below `DATA_DIR`.'),
  S3_ACCESS_KEY: z.string().optional().describe('Access key of the object store.'),
  S3_SECRET_KEY: z.string().optional().describe('Secret key of the object store.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,43}[a-z0-9]$/, 'must begin bucket names: 3 to 45 of a-z, 0-9, dots and hyphens')
    .default('dealbridge')
    .describe("Prefix of the services' buckets (`dealbridge-shortener`). Missing buckets are created."),
  S3_REGION: z.string().max(64).default('us-east-1').describe('Region of the object store.'),

  // Permissions.
  SERVICE_SECRET: oneOrTwo(z.string().min(32)).describe(
    'Authenticates the service to identity. During rotation, two separated by a comma: the first is used.',
  ),
  SERVICE_SECRETS: SecretsByService.describe(
    'The `SERVICE_SECRET` of each service, as a JSON object by service name. Of two, either is accepted.',
  ),
  SIGNING_KEY_SECRET: oneOrTwo(z.base64url().length(43)).describe(
    'Key that encrypts the stored signing keys: 32 bytes in base64url. During rotation, two separated by a comma: both decrypt, the first encrypts.',
  ),
  SIGNING_KEY_ROTATION_DAYS: z.coerce
    .number('must be a number of days')
    .min(0.001, 'must be 0.001 or more')
    .max(365, 'must be 365 or less')
    .default(30)
    .describe('Age in days at which the signing key is rotated.'),
  AUTH_REUSE_MS: whole(0, 5_000)
    .default(500)
    .describe(
      'Milliseconds for which answers about callers and maintenance are cached. Must be the same for all processes.',
    ),
  SVC_AGENT_TOKEN_TTL_MS: z.coerce
    .number('must be a number of milliseconds')
    .int('must be a whole number of milliseconds')
    .min(1_000, 'must be 1000 or more')
    .default(30 * DAY_MS)
    .describe(
      "Lifetime of an agent's token in milliseconds, unless the agent asks for another, which the user sees before approving. Default 30 days, at most 365 days.",
    ),
  SVC_AGENT_SERVICE_SECRET: AdapterSecret.optional().describe(
    'Secret of your adapters: at least 32 printable characters without spaces. An adapter acts for any user, with every scope of the Agent Bridge. During rotation, two separated by a space. Unset disables adapters.',
  ),
  SVC_AGENT_APPROVAL_CONFIRM_SECRET: AdapterSecret.optional().describe(
    'Second secret, of the same form, with which an adapter confirms approvals. Unset: only users can confirm.',
  ),
  SVC_AGENT_WRITE_CONFIRMATION_MODE: z
    .string()
    .optional()
    .describe(
      'The value `allow_non_delete_writes` lets agents make sensitive writes without approval. Any other value requires approval. Deletions always require it.',
    ),
  SVC_AGENT_CALLS_PER_MINUTE: whole(1, 1_000_000)
    .default(120)
    .describe('Agent Bridge calls per minute and connection.'),
  SVC_AGENT_WRITES_PER_MINUTE: whole(1, 1_000_000)
    .default(60)
    .describe('Agent Bridge writes per minute and connection.'),
  SVC_SESSION_CALLS_PER_MINUTE: whole(0, 1_000_000)
    .default(1_200)
    .describe(
      'Calls below `/api` per minute and signed-in user; 0 disables the limit. Images, downloads and event streams do not count.',
    ),
  WEB_BOT_AUTH_PUBLIC_JWK_JSON: z
    .string()
    .optional()
    .describe('Public Ed25519 key (JWK) of requests signed in your name, for the key directory.'),
  WEB_BOT_AUTH_JWKS_JSON: z
    .string()
    .optional()
    .describe('Additional keys (JWKS). Keys of other types are skipped and logged.'),
  WEB_BOT_AUTH_PRIVATE_KEY_PEM: z
    .string()
    .optional()
    .describe('Private key (PKCS#8) that signs the key directory, which lists its public key too.'),
  WEB_BOT_AUTH_PRIVATE_KEY_BASE64: z
    .string()
    .optional()
    .describe('The same key as base64 of the PEM or DER, for single-line settings.'),
  ADMIN_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe(
      'Email address of the first administrator. An existing account with this address becomes administrator and gets `ADMIN_PASSWORD`. `npm start` creates one and prints it once.',
    ),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have 8 characters or more')
    .max(200, 'must have at most 200 characters')
    .optional()
    .describe('Password of the first administrator.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587' })
    .optional()
    .describe('Mail server for reset links, invitations and reminders. Without it, use `npm run password-link`.'),
  SMTP_FROM: z
    .string()
    .max(200)
    .regex(/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be like Name <mail@example.com>')
    .optional()
    .describe('Sender of mails. Default: `no-reply` at the host of `APP_ORIGIN`.'),

  SVC_EGRESS_ALLOW: EgressAllow.prefault('').describe(
    'Private targets that the product may open for users: `host:port`, separated by commas. Every user can reach them.',
  ),

  // Capture browser.
  CHROMIUM_PATH: z
    .string()
    .optional()
    .describe(
      "Path of the Chromium that captures pages. Default: the machine's. Without Chromium, only captures are unavailable.",
    ),
  CAPTURE_BROWSER_URL: z
    .url({ protocol: /^(https?|wss?)$/, error: 'must begin with http://, https://, ws:// or wss://' })
    .optional()
    .describe(
      'Address of browsers outside this process, which then starts none. `ws://` for the image `dealbridge-browser`, which starts a Chromium per process; `http://` for the DevTools address of a single Chromium on the same loopback interface.',
    ),
  CAPTURE_PROXY_PORT: whole(1, 65_535)
    .optional()
    .describe(
      'Port of the proxy through which those browsers reach the internet, on the address of this process that faces `CAPTURE_BROWSER_URL`. Default: a free port on loopback.',
    ),
  CAPTURE_NO_SANDBOX: Flag.default(false).describe(
    'Runs Chromium without its sandbox. Use it only where the container forbids the sandbox, and as a user that owns nothing else.',
  ),

  // Capacity.
  LINK_CACHE_MAX: whole(100, 10_000_000).default(200_000).describe('Links that a shortener process caches.'),
  PHOTO_BYTES_PER_USER: Bytes.prefault('5gb').describe('Size of all photos of a user, as uploaded.'),
  SCREENSHOT_BYTES_PER_USER: Bytes.prefault('20gb').describe('Size of all screenshot images of a user, as uploaded.'),
  SCREENSHOTS_PER_USER: whole(1, 100_000_000)
    .default(100_000)
    .describe('Screenshots of a user, including those waiting for an image.'),
  TEMPLATE_BYTES_PER_USER: Bytes.prefault('1gb').describe('Size of all template attachments of a user.'),
  TEMPLATES_PER_USER: whole(1, 100_000).default(2_000).describe('Message and deal templates of a user.'),
  API_JSON_BODY_LIMIT: Bytes.refine((bytes) => bytes >= 1_000, 'must be 1000 bytes or more; 64mb is 64 megabytes')
    .prefault('64mb')
    .describe('Largest JSON body, for routes that take an image. Other routes have smaller limits.'),
  SCREENSHOT_MAX_IMAGE_BYTES: Bytes.prefault('40mb').describe('Largest image in bytes, decoded from base64.'),
  SVC_AGENT_MAX_IMAGE_BYTES: Bytes.prefault('40mb').describe(
    'Largest image from an agent, at most `SCREENSHOT_MAX_IMAGE_BYTES`.',
  ),
  CLICK_RETENTION_DAYS: whole(0, 36_500)
    .default(400)
    .describe(
      'Days for which individual clicks and counts by referrer are kept; 0 keeps them forever. Other counts are kept.',
    ),
  CLICK_STREAM: z.string().min(1).default('shortener:clicks').describe('Name of the Redis stream of clicks.'),
  ACTIVITY_RETENTION_DAYS: whole(0, 36_500)
    .default(730)
    .describe('Days for which deal activity is kept, in whole months; 0 keeps it forever.'),

  COPILOT_FREE_DAILY_LIMIT: whole(0, 1_000_000)
    .optional()
    .describe(
      'Free copilot turns per user and day, until an administrator sets the number. 0 disables the limit. Default 25.',
    ),
  COPILOT_FREE_POOL_JSON: FreePool.prefault('[]').describe(
    'Models for free turns, as JSON: one lane per provider account (`id`, `baseUrl` of an OpenAI-compatible API, `key`) with its `models` (`id`, `label`, `contextTokens`, `supportsTools`, `weight`, `disabled`) and limits (`rpm`, `rpd`, `dayTimezone`). Without models, only users with their own API key get answers.',
  ),
  COPILOT_POOL_KEYS_JSON: PoolKeys.prefault('{}').describe(
    'API keys that the lanes name, as a JSON object. Your own model server may need none.',
  ),
  SVC_ENCRYPTION_KEY: EncryptionKeys.optional().describe(
    "Key that encrypts users' provider keys and MCP server headers: 32 bytes in base64url. During rotation, two separated by a comma: both decrypt, the first encrypts and re-encrypts. Unset: users cannot enter any.",
  ),
  COPILOT_MEMORY_MCP_URL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'URL of an MCP server whose tools the copilot offers to all users, such as a memory server. Must be public with https, or in `SVC_EGRESS_ALLOW`.',
    ),
  COPILOT_MEMORY_MCP_TRANSPORT: z
    .enum(['http', 'sse'], 'must be http or sse')
    .default('http')
    .describe('Transport of that server: `http` (Streamable HTTP) or `sse` (the older transport).'),
  COPILOT_MEMORY_MCP_AUTH_HEADER: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Authentication header for that server, as `Name: value`. A value without a name is sent as `Authorization`.',
    ),
  COPILOT_DAY_TIMEZONE: TimeZoneName.default('UTC').describe(
    'IANA time zone in which the days of free turns are counted.',
  ),
  COPILOT_CONSENT_VERSION: z
    .string()
    .regex(/^[\x21-\x7e]{1,50}$/, 'must be 1 to 50 printable characters, without spaces')
    .default('2026-01')
    .describe(
      'Version of the consent that users give before messages leave the product. A new version asks every user again.',
    ),
  COPILOT_RETENTION_DAYS: whole(0, 36_500)
    .default(365)
    .describe('Days after which an unused conversation is deleted; 0 keeps them forever.'),
  COPILOT_TURNS_MAX: whole(1, 10_000).default(200).describe('Concurrent copilot turns per process.'),

  // Operation.
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug')
    .default('info')
    .describe('Lowest level that is logged. `info` logs one JSON line per request and RPC.'),
  LOG_FILE_BYTES_MAX: Bytes.refine((bytes) => bytes >= 65_536, 'must be 64kb or more')
    .prefault('20mb')
    .describe('Size at which `npm start` rotates a log to `<service>.log.1`.'),
  LOG_FILES_MAX: whole(1, 1_000).default(5).describe('Rotated logs that `npm start` keeps per process.'),
  STOP_GRACE_MS: StopGrace.describe(
    'Milliseconds in which the process stops: slightly less than its supervisor allows. `npm start` sets it.',
  ),
  KEEP_ALIVE_SECONDS: whole(1, 3_600)
    .default(KEEP_ALIVE_SECONDS)
    .describe(
      'Seconds for which an idle public connection is kept open. Must exceed the idle timeout of the proxy in front, which otherwise sends requests on closing connections.',
    ),
  SVC_MEMORYDB_REQUIRE_CLOUD: Flag.default(false).describe(
    'Readiness fails unless `MEMORY_DATABASE_URL` is set and answers.',
  ),
  READINESS_CHECK_MEMORYDB: Flag.default(false).describe('Alias of `SVC_MEMORYDB_REQUIRE_CLOUD`.'),
};

export type SettingName = keyof typeof SETTINGS;

/** Settings that are read only by `npm start`, not by a process. */
export const START_SETTINGS: ReadonlySet<SettingName> = new Set<SettingName>(['LOG_FILE_BYTES_MAX', 'LOG_FILES_MAX']);

/** Secret settings: passed only to the processes that read them, and kept in Secrets by the chart. */
export const SECRET_SETTINGS: ReadonlySet<SettingName> = new Set<SettingName>([
  'ADMIN_PASSWORD',
  'COPILOT_MEMORY_MCP_AUTH_HEADER',
  'COPILOT_POOL_KEYS_JSON',
  'DATABASE_URL',
  'LISTEN_DATABASE_URL',
  'MEMORY_DATABASE_URL',
  'REDIS_URL',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SERVICE_SECRET',
  'SERVICE_SECRETS',
  'SIGNING_KEY_SECRET',
  'SMTP_URL',
  'SVC_AGENT_SERVICE_SECRET',
  'SVC_AGENT_APPROVAL_CONFIRM_SECRET',
  'SVC_ENCRYPTION_KEY',
  'WEB_BOT_AUTH_PRIVATE_KEY_BASE64',
  'WEB_BOT_AUTH_PRIVATE_KEY_PEM',
]);

/** Whether a URL consists only of an origin. */
function endsAfterPort(url: string): boolean {
  const parsed = URL.parse(url);
  // An invalid URL has already been reported.
  if (!parsed) return true;
  const { pathname, search, hash, username, password } = parsed;
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
}
