/** Checks that settings arrive under their own names, and that related settings agree. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { chartProcesses } from '@svc/scripts/build/chart/process-table';
import { type Process, PROCESS_NAMES, PROCESSES } from '@svc/topology/processes';
import { type SettingName, SETTINGS, START_SETTINGS } from '@svc/topology/settings';
import { stringify } from 'yaml';
import { environmentsIn, readAs, trialSecrets } from './environment.ts';
import { render } from './rendered.ts';

const folder = mkdtempSync(join(tmpdir(), 'dealbridge-values-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Environment variables that every installation may set, except those of users' own machines. */
const SPECIFIED = [
  'API_JSON_BODY_LIMIT',
  'APP_ORIGIN',
  'COPILOT_FREE_DAILY_LIMIT',
  'MEMORY_DATABASE_URL',
  'PLATFORM_EXTERNAL_URL',
  'READINESS_CHECK_MEMORYDB',
  'SCREENSHOT_MAX_IMAGE_BYTES',
  'SHORT_LINK_DOMAIN',
  'SVC_AGENT_APPROVAL_CONFIRM_SECRET',
  'SVC_AGENT_MAX_IMAGE_BYTES',
  'SVC_AGENT_SERVICE_SECRET',
  'SVC_AGENT_TOKEN_TTL_MS',
  'SVC_AGENT_WRITE_CONFIRMATION_MODE',
  'SVC_MEMORYDB_REQUIRE_CLOUD',
  'WEB_BOT_AUTH_JWKS_JSON',
  'WEB_BOT_AUTH_PRIVATE_KEY_BASE64',
  'WEB_BOT_AUTH_PRIVATE_KEY_PEM',
  'WEB_BOT_AUTH_PUBLIC_JWK_JSON',
] as const satisfies readonly SettingName[];

/** A value for each setting that differs from its default; numbers as users write them. */
const CHOSEN: Readonly<Record<string, string | number | boolean>> = {
  ACTIVITY_RETENTION_DAYS: 36_500,
  API_JSON_BODY_LIMIT: 50_000_000,
  APP_NAME: 'Deals: ours',
  AUTH_REUSE_MS: 250,
  CAPTURE_NO_SANDBOX: true,
  CAPTURE_PROXY_PORT: 8_083,
  CHROMIUM_PATH: '/usr/bin/chromium',
  CLICK_RETENTION_DAYS: 90,
  CLICK_STREAM: 'clicks',
  COPILOT_CONSENT_VERSION: '2026-02',
  COPILOT_DAY_TIMEZONE: 'Europe/Berlin',
  COPILOT_MEMORY_MCP_URL: 'https://memory.example.com/mcp',
  COPILOT_MEMORY_MCP_TRANSPORT: 'sse',
  COPILOT_FREE_DAILY_LIMIT: 4,
  COPILOT_FREE_POOL_JSON: '[]',
  COPILOT_RETENTION_DAYS: 90,
  COPILOT_TURNS_MAX: 50,
  COUNTRY_HEADER: 'cf-ipcountry',
  DOCS_URL: 'https://docs.example.com',
  KEEP_ALIVE_SECONDS: 620,
  LINK_CACHE_MAX: 10_000_000,
  LOG_LEVEL: 'warn',
  PG_POOL_MAX: 4,
  PHOTO_BYTES_PER_USER: '1gb',
  PLATFORM_EXTERNAL_URL: 'https://platform.example.com',
  PUBLIC_PAGES_DIR: '/pages',
  READINESS_CHECK_MEMORYDB: true,
  S3_BUCKET: 'images',
  S3_ENDPOINT: 'https://objects.example.com',
  S3_REGION: 'eu-central-1',
  SCREENSHOTS_PER_USER: 50_000,
  SCREENSHOT_BYTES_PER_USER: '40gb',
  SCREENSHOT_MAX_IMAGE_BYTES: 20_000_000,
  SHORT_LINK_DOMAIN: 'go.example.com',
  SIGNING_KEY_ROTATION_DAYS: 7,
  SMTP_FROM: 'Deals <mail@example.com>',
  SVC_AGENT_CALLS_PER_MINUTE: 1_000_000,
  SVC_AGENT_KIT_URL: 'https://kit.example.com',
  SVC_AGENT_MAX_IMAGE_BYTES: 10_000_000,
  SVC_AGENT_TOKEN_TTL_MS: 2_592_000_001,
  SVC_AGENT_WRITES_PER_MINUTE: 30,
  SVC_AGENT_WRITE_CONFIRMATION_MODE: 'allow_non_delete_writes',
  SVC_EGRESS_ALLOW: 'pages.internal:8080',
  SVC_MEMORYDB_REQUIRE_CLOUD: true,
  SVC_SESSION_CALLS_PER_MINUTE: 0,
  TEMPLATES_PER_USER: 1_000,
  TEMPLATE_BYTES_PER_USER: '2gb',
  TRUSTED_PROXIES: '10.0.0.0/8,fd00::/8',
  WEB_BOT_AUTH_JWKS_JSON: '{"keys":[]}',
  WEB_BOT_AUTH_PUBLIC_JWK_JSON: '{"kty":"OKP"}',
};

/** Settings that processes do not get under their own names. */
const GIVEN = [
  'STOP_GRACE_MS',
  'APP_ORIGIN',
  'SHORTENER_ORIGIN',
  'SERVICE_SECRETS',
  'CAPTURE_BROWSER_URL',
  // A pod keeps no files and listens on all addresses.
  'DATA_DIR',
  'HOST',
];

/** Renders with every setting chosen, and without the values from which the chart would derive its own. */
function renderChosen() {
  const file = join(folder, 'values.yaml');
  const values = { settings: CHOSEN, browser: { enabled: false }, publicPages: '' };
  writeFileSync(file, stringify(values));
  return environmentsIn(render('everything', '-f', file), trialSecrets());
}

test('every setting reaches each process that reads it, with the same value', () => {
  const table = chartProcesses();
  const environments = renderChosen();
  for (const { name, environment } of environments) {
    const due = (table[name]?.settings ?? []).filter((setting) => setting !== 'CAPTURE_BROWSER_URL');
    const got = Object.fromEntries(due.map((setting) => [setting, environment[setting]]));

    expect([name, got]).toEqual([name, Object.fromEntries(due.map((setting) => [setting, String(CHOSEN[setting])]))]);
    expect(() => readAs(name, environment)).not.toThrow();
  }
  for (const setting of ['APP_ORIGIN', 'SHORTENER_ORIGIN', 'INSTALLATION_ID', 'REDIS_URL', ...Object.keys(CHOSEN)]) {
    const values = new Set(environments.flatMap(({ environment }) => environment[setting] ?? []));
    expect([setting, values.size]).toEqual([setting, setting === 'CAPTURE_BROWSER_URL' ? 0 : 1]);
  }
});

test('every setting of the product can be chosen, kept in a Secret, or derived by the chart', () => {
  const table = Object.values(chartProcesses());
  const listeners = Object.values(PROCESSES).flatMap((process) => Object.values((process as Process).listeners));
  const kept = table.flatMap(({ secrets }) => Object.keys(secrets));
  const known = new Set([...Object.keys(CHOSEN), ...kept, ...GIVEN, ...listeners]);

  const all = Object.keys(SETTINGS).filter((name) => !START_SETTINGS.has(name as SettingName));
  expect(all.filter((name) => !known.has(name))).toEqual([]);
});

test('every variable that an installation may set reaches its readers', () => {
  const environments = renderChosen();
  for (const setting of SPECIFIED) {
    const readers = PROCESS_NAMES.filter((name) => (PROCESSES[name] as Process).settings.includes(setting));
    const optional = ['WEB_BOT_AUTH_PRIVATE_KEY_PEM', 'WEB_BOT_AUTH_PRIVATE_KEY_BASE64'].includes(setting);
    const got = environments.filter(({ environment }) => setting in environment).map(({ name }) => name);

    expect(readers.length).toBeGreaterThan(0);
    if (!optional) expect([setting, got.toSorted()]).toEqual([setting, readers.toSorted()]);
  }
});

test('identity has the secret of each other process', () => {
  const environments = environmentsIn(render('everything'), trialSecrets());
  const secrets = environments.find(({ name }) => name === 'identity')?.environment['SERVICE_SECRETS'] ?? '';
  const own = environments.flatMap(({ name, environment }) =>
    environment['SERVICE_SECRET'] === undefined ? [] : [[name, environment['SERVICE_SECRET']]],
  );

  expect(JSON.parse(secrets)).toEqual(Object.fromEntries(own));
});
