import { Address, Bytes, oneOrTwo, StopGrace } from '@svc/chassis/process/config';
import { KEEP_ALIVE_SECONDS } from '@svc/http-host/http/listen';
import { TrustedProxies } from '@svc/http-host/http/trusted-proxies';
import { EgressAllow } from '@svc/chassis/outbound/egress-allow';
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
const DAY_MS = 24 * 60 * 60 * 1_000;

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

/** Printable header characters; anything else would match nothing. */
const AdapterSecret = oneOrTwo(
  z.string().regex(/^[\x21-\x7e]{32,1024}$/, 'has to be 32 to 1024 printable characters, without spaces'),
  ' ',
);

/** With two equal values, one could be removed while it is still needed. */
const EncryptionKeys = oneOrTwo(z.string().regex(/^[\w-]{43}$/, 'must be 32 bytes in base64url: 43 characters')).refine(
  (keys) => new Set(keys.map((key) => Buffer.from(key, 'base64url').toString('hex'))).size === keys.length,
  'must be two different keys',
);

/** Every setting of every process, with its default and its meaning; `PROCESSES` says which process reads which. */
export const SETTINGS = {
  // Where it listens and its public address.
  PORT: Port.default(8_080).describe('Where the gateway listens.'),
  SHORTENER_PORT: Port.default(8_081).describe('Where the short-link host listens.'),
  HOST: z
    .string()
    .optional()
    .describe(
      'Address that gateway and short-link host listen on: every one of the machine, IPv6 too, when unset. `npm start` makes it 127.0.0.1 unless a public origin is set: anything but this machine wants https in front of it.',
    ),
  GRPC_ADDRESS: Address.describe(
    'Where the process answers gRPC, health included; 127.0.0.1, 0.0.0.0 or [::], and the port.',
  ),
  APP_ORIGIN: Origin.optional().describe(
    "Public origin of the product; the request's own host when unset, in documents and challenges only when that is `localhost` or an address. For same-origin checks, the cookie's name and all links; with https browsers are told to use nothing else.",
  ),
  PLATFORM_EXTERNAL_URL: Origin.optional().describe(
    'Public origin that a hosting platform gives, when `APP_ORIGIN` is not set. For links, documents and challenges.',
  ),
  DOCS_URL: WebAddress.transform((url) => (url.endsWith('/') ? url.slice(0, -1) : url))
    .optional()
    .describe('Where the documentation is; `/docs` of the public origin when unset.'),
  PUBLIC_PAGES_DIR: z
    .string()
    .startsWith('/', 'must be an absolute path')
    .optional()
    .describe(
      "Folder with public pages of your own in Markdown, such as `terms.md`, `privacy.md` and `contact.md`: each takes the place of the product's. `{{appName}}` in them is the product's name.",
    ),
  SVC_AGENT_KIT_URL: WebAddress.optional().describe(
    "Repository of the operator's own kit for agents, which Settings name.",
  ),
  APP_NAME: z
    .string()
    .max(100, 'must have at most 100 characters')
    .default('Dealbridge')
    .describe('Name shown to people.'),
  SHORTENER_ORIGIN: Origin.optional().describe(
    'Public origin of the short links; `npm start` takes `http://localhost:<port>`.',
  ),
  SHORT_LINK_DOMAIN: z
    .hostname('must be a host name, without scheme and port')
    .optional()
    .describe(
      'Host of the short links, at https, when `SHORTENER_ORIGIN` is not set. When neither `APP_ORIGIN` nor `PLATFORM_EXTERNAL_URL` is set, users approve agents there: then your proxy has to send `/agent/` of that host to the gateway.',
    ),
  TRUSTED_PROXIES: TrustedProxies.prefault('').describe(
    'Addresses and networks, separated by commas, whose `X-Forwarded-*` headers are believed. Behind a proxy that is not named everybody shares its limits.',
  ),
  COUNTRY_HEADER: z
    .string()
    .toLowerCase()
    .regex(/^[-!#$%&'*+.^_`|~\da-z]{1,100}$/, 'must be the name of a header')
    .optional()
    .describe("Header in which a trusted proxy names a visitor's country."),

  // Its stores.
  DATABASE_URL: PostgresUrl.describe(
    "The service's own role in the database. `npm start` and `npm run migrate` take an administrator's instead and make the roles and schemas with it; without it they start a Postgres in `DATA_DIR`.",
  ),
  LISTEN_DATABASE_URL: PostgresUrl.optional().describe(
    'The same database without a pooler in transaction mode in front of it; `DATABASE_URL` when unset.',
  ),
  MEMORY_DATABASE_URL: PostgresUrl.optional().describe(
    "Copilot's own role in a database that holds memories and nothing else; without it they are in the database of `DATABASE_URL`. `npm start` and `npm run migrate` take an administrator's instead, as there.",
  ),
  INSTALLATION_ID: z
    .string()
    .max(200)
    .optional()
    .describe(
      'Whom the databases have to belong to: the `installationId` of `secrets.json`. On one that another installation has claimed the process is not ready; unset compares nothing.',
    ),
  PG_POOL_MAX: whole(1, 100).default(5).describe('Connections of each process to the database.'),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/, error: 'must be like redis://:password@host:6379' })
    .optional()
    .describe(
      'Limits that all replicas count together, links that they share, clicks on their way to Postgres. With it the click consumer runs.',
    ),
  DATA_DIR: z
    .string()
    .optional()
    .describe(
      'Folder of images where there is no S3. For `npm start` (`.data`) also of the database, logs and generated secrets (`secrets.json`, readable by its owner only).',
    ),
  S3_ENDPOINT: WebAddress.refine(endsAfterPort, 'must end after host and port; the bucket is S3_BUCKET')
    .optional()
    .describe(
      'Scheme, host and port of an S3-compatible store for images; without it they are files below `DATA_DIR`.',
    ),
  S3_ACCESS_KEY: z.string().optional().describe('Its access key.'),
  S3_SECRET_KEY: z.string().optional().describe('Its secret key.'),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,43}[a-z0-9]$/, 'must begin bucket names: 3 to 45 of a-z, 0-9, dots and hyphens')
    .default('dealbridge')
    .describe("What the names of the services' buckets begin with (`dealbridge-shortener`); a missing bucket is made."),
  S3_REGION: z.string().max(64).default('us-east-1').describe('Its region.'),

  // Permissions.
  SERVICE_SECRET: oneOrTwo(z.string().min(32)).describe(
    'Proves to identity which service asks for an assertion. Two, with a comma between, while it is being replaced: the first is used.',
  ),
  SERVICE_SECRETS: SecretsByService.describe(
    'The secrets of all services: a JSON object of their names and `SERVICE_SECRET`s. Of two either is accepted.',
  ),
  SIGNING_KEY_SECRET: oneOrTwo(z.base64url().length(43)).describe(
    '32 bytes in base64url that open the stored signing keys. Two, with a comma between, while it is being replaced: either opens them, and the first seals them again.',
  ),
  SIGNING_KEY_ROTATION_DAYS: z.coerce
    .number('must be a number of days')
    .min(0.001, 'must be 0.001 or more')
    .max(365, 'must be 365 or less')
    .default(30)
    .describe('Age at which a new signing key is made.'),
  AUTH_REUSE_MS: whole(0, 5_000)
    .default(500)
    .describe(
      'Milliseconds for which an answer about a caller, or about maintenance, is used again; all processes need the same value.',
    ),
  SVC_AGENT_TOKEN_TTL_MS: z.coerce
    .number('must be a number of milliseconds')
    .int('must be a whole number of milliseconds')
    .min(1_000, 'must be 1000 or more')
    .default(30 * DAY_MS)
    .describe("Milliseconds that an agent's token lives: 30 days, and at most 365 days."),
  SVC_AGENT_SERVICE_SECRET: AdapterSecret.optional().describe(
    'At least 32 printable characters without spaces that adapters of the operator know: with it one acts for any user, with every scope of the Agent Bridge. Two, with a space between, while it is being replaced. Without it there are none.',
  ),
  SVC_AGENT_APPROVAL_CONFIRM_SECRET: AdapterSecret.optional().describe(
    'At least 32 such characters that an adapter has to know beside `SVC_AGENT_SERVICE_SECRET` to confirm approvals. Without it only users can.',
  ),
  SVC_AGENT_WRITE_CONFIRMATION_MODE: z
    .string()
    .optional()
    .describe(
      'With `allow_non_delete_writes` agents need no approval for sensitive writes; with anything else they do. For deletions they always need one.',
    ),
  SVC_AGENT_CALLS_PER_MINUTE: whole(1, 1_000_000)
    .default(120)
    .describe('Calls of the Agent Bridge in a minute for each connection.'),
  SVC_AGENT_WRITES_PER_MINUTE: whole(1, 1_000_000).default(60).describe('Writes among them.'),
  SVC_SESSION_CALLS_PER_MINUTE: whole(0, 1_000_000)
    .default(1_200)
    .describe(
      'Calls below `/api` in a minute for each signed-in user; 0 for as many as they like. Images, downloads and streams of events do not count.',
    ),
  WEB_BOT_AUTH_PUBLIC_JWK_JSON: z
    .string()
    .optional()
    .describe('Public Ed25519 key of requests that are sent in its name, as a JWK, for the key directory.'),
  WEB_BOT_AUTH_JWKS_JSON: z
    .string()
    .optional()
    .describe('More such keys, as a JWKS. Other keys are left out, with a line in the log.'),
  WEB_BOT_AUTH_PRIVATE_KEY_PEM: z
    .string()
    .optional()
    .describe('Private key of one of them (PKCS#8), with which the key directory is signed.'),
  WEB_BOT_AUTH_PRIVATE_KEY_BASE64: z
    .string()
    .optional()
    .describe('The same in base64, of the PEM or of its DER, where settings have one line.'),
  ADMIN_EMAIL: z
    .email('must be an e-mail address')
    .optional()
    .describe(
      'The first administrator; an account that has the address becomes it, with this password. `npm start` makes one up and prints it once.',
    ),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have 8 characters or more')
    .max(200, 'must have at most 200 characters')
    .optional()
    .describe("The first administrator's password."),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587' })
    .optional()
    .describe('How reset links, invitations and reminders are mailed; without it use `npm run password-link`.'),
  SMTP_FROM: z
    .string()
    .max(200)
    .regex(/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be like Name <mail@example.com>')
    .optional()
    .describe('Sender of the mails; `no-reply` at the host of `APP_ORIGIN` when unset.'),

  SVC_EGRESS_ALLOW: EgressAllow.prefault('').describe(
    'Targets beside the public internet that the product may open for its users: `host:port`, separated by commas. Each opens this one to everybody who has an account.',
  ),

  // The browser that captures pages.
  CHROMIUM_PATH: z
    .string()
    .optional()
    .describe(
      "The Chromium that captures pages; the machine's when unset. Without any, captures alone are unavailable.",
    ),
  CAPTURE_BROWSER_URL: z
    .url({ protocol: /^(https?|wss?)$/, error: 'must begin with http://, https://, ws:// or wss://' })
    .optional()
    .describe(
      'Where browsers run apart from this process, which starts none then. `ws://` and the address of the image `dealbridge-browser`, which starts a Chromium for each process; `http://` and the DevTools address of a single Chromium that has the same loopback address.',
    ),
  CAPTURE_PROXY_PORT: whole(1, 65_535)
    .optional()
    .describe(
      'Port at which such browsers reach the proxy that is their only way out, on the address of this process towards `CAPTURE_BROWSER_URL`; a free one of loopback when unset.',
    ),
  CAPTURE_NO_SANDBOX: Flag.default(false).describe(
    'With `true` Chromium runs without its sandbox: only where the container forbids it, and as a user that owns nothing else.',
  ),

  // Its capacity.
  LINK_CACHE_MAX: whole(100, 10_000_000).default(200_000).describe('Links that a shortener process remembers.'),
  PHOTO_BYTES_PER_USER: Bytes.prefault('5gb').describe('All photos of a user together, as they were sent.'),
  SCREENSHOT_BYTES_PER_USER: Bytes.prefault('20gb').describe(
    'All images of the screenshots of a user together, as they were sent.',
  ),
  SCREENSHOTS_PER_USER: whole(1, 100_000_000)
    .default(100_000)
    .describe('Screenshots of a user, those that wait for their image included.'),
  TEMPLATE_BYTES_PER_USER: Bytes.prefault('1gb').describe('All attachments of the templates of a user together.'),
  TEMPLATES_PER_USER: whole(1, 100_000).default(2_000).describe('Templates of a user, of messages and of deals.'),
  API_JSON_BODY_LIMIT: Bytes.refine((bytes) => bytes >= 1_000, 'must be 1000 bytes or more; 64mb is 64 megabytes')
    .prefault('64mb')
    .describe('Largest JSON body, which is one with an image; routes that take none have smaller limits of their own.'),
  SCREENSHOT_MAX_IMAGE_BYTES: Bytes.prefault('40mb').describe('Largest image, decoded.'),
  SVC_AGENT_MAX_IMAGE_BYTES: Bytes.prefault('40mb').describe(
    'Largest image of an agent, decoded; `SCREENSHOT_MAX_IMAGE_BYTES` when that is less.',
  ),
  CLICK_RETENTION_DAYS: whole(0, 36_500)
    .default(400)
    .describe(
      'Days for which single clicks and the referrers among their counts are kept; 0 keeps them for ever. Other counts stay.',
    ),
  CLICK_STREAM: z.string().min(1).default('shortener:clicks').describe('Name of the stream of clicks in Redis.'),
  ACTIVITY_RETENTION_DAYS: whole(0, 36_500)
    .default(730)
    .describe('Days for which the activity of deals is kept, by whole months; 0 keeps it for ever.'),

  COPILOT_FREE_DAILY_LIMIT: whole(0, 1_000_000)
    .optional()
    .describe(
      'Free turns of the copilot that a user has in a day, until an administrator sets them; 0 for as many as they like, 25 when unset.',
    ),
  COPILOT_FREE_POOL_JSON: FreePool.prefault('[]').describe(
    'The models that answer free turns, as JSON: lanes (`id`, `baseUrl` of an OpenAI-compatible API, `key`), one for each account of a provider, with their `models` (`id`, `label`, `contextTokens`, `supportsTools`, `weight`, `disabled`), and what the account allows (`rpm`, `rpd`, `dayTimezone`). Without any the copilot answers nobody.',
  ),
  COPILOT_POOL_KEYS_JSON: PoolKeys.prefault('{}').describe(
    'The keys that lanes name, as a JSON object. A server of your own may need none.',
  ),
  SVC_ENCRYPTION_KEY: EncryptionKeys.optional().describe(
    '32 bytes in base64url that seal the keys of providers that users enter, and the headers of MCP servers. Two, with a comma between, while it is being replaced: the first seals, both open, and what the second has sealed is resealed. Without it users cannot enter any.',
  ),
  COPILOT_MEMORY_MCP_URL: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Address of an MCP server whose tools the copilot offers to everybody, such as one that remembers; public and at https, or in `SVC_EGRESS_ALLOW`.',
    ),
  COPILOT_MEMORY_MCP_TRANSPORT: z
    .enum(['http', 'sse'], 'must be http or sse')
    .default('http')
    .describe('How it is spoken to: `http` is Streamable HTTP, `sse` the older one.'),
  COPILOT_MEMORY_MCP_AUTH_HEADER: z
    .string()
    .min(1)
    .optional()
    .describe('The header that opens it, as `Name: value`; a value alone is that of `Authorization`.'),
  COPILOT_DAY_TIMEZONE: TimeZoneName.default('UTC').describe('IANA time zone of the days that free turns count for.'),
  COPILOT_CONSENT_VERSION: z
    .string()
    .regex(/^[\x21-\x7e]{1,50}$/, 'must be 1 to 50 printable characters, without spaces')
    .default('2026-01')
    .describe(
      'Version of what users agree to before their messages leave the product; another one asks everybody again.',
    ),
  COPILOT_RETENTION_DAYS: whole(0, 36_500)
    .default(365)
    .describe('Days after which an unused conversation is deleted; 0 keeps all.'),
  COPILOT_TURNS_MAX: whole(1, 10_000).default(200).describe('Turns of the copilot that a process runs at once.'),

  // Its operation.
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug'], 'must be fatal, error, warn, info or debug')
    .default('info')
    .describe('One JSON line a request and RPC at `info`.'),
  LOG_FILE_BYTES_MAX: Bytes.refine((bytes) => bytes >= 65_536, 'must be 64kb or more')
    .prefault('20mb')
    .describe('Size at which a log of `npm start` is set aside as `<service>.log.1`, while the service runs.'),
  LOG_FILES_MAX: whole(1, 1_000).default(5).describe('Logs of each process that `npm start` has set aside and keeps.'),
  STOP_GRACE_MS: StopGrace.describe(
    'Milliseconds that the process may take to stop: a little less than its supervisor gives it (`npm start` sees to that itself).',
  ),
  KEEP_ALIVE_SECONDS: whole(1, 3_600)
    .default(KEEP_ALIVE_SECONDS)
    .describe(
      'Seconds for which a public connection is kept open for the next request: more than the proxy or load balancer in front keeps it, which else sends requests on connections that are just being closed.',
    ),
  SVC_MEMORYDB_REQUIRE_CLOUD: Flag.default(false).describe(
    'With `true` readiness fails without a memory database of its own (`MEMORY_DATABASE_URL`) that answers.',
  ),
  READINESS_CHECK_MEMORYDB: Flag.default(false).describe('The same.'),
};

export type SettingName = keyof typeof SETTINGS;

/** Settings that no process reads, but `npm start`, which runs them. */
export const START_SETTINGS: ReadonlySet<SettingName> = new Set<SettingName>(['LOG_FILE_BYTES_MAX', 'LOG_FILES_MAX']);

/** Secret settings: only the processes that read them get them, and a chart keeps them in Secrets. */
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

/** Whether a web address names only a server. */
function endsAfterPort(url: string): boolean {
  const parsed = URL.parse(url);
  // An invalid address has been reported already.
  if (!parsed) return true;
  const { pathname, search, hash, username, password } = parsed;
  return pathname === '/' && `${search}${hash}${username}${password}` === '';
}
