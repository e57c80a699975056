/**
 * `npm start [-- --demo]`: runs the whole product on this machine. Environment: PORT (8080), SHORTENER_PORT (8081), DATA_DIR (.data), DATABASE_URL
 * (of an administrator; instead of the Postgres in the data folder), ADMIN_EMAIL and ADMIN_PASSWORD (the first administrator), and everything that
 * the services read themselves: REDIS_URL, S3_*, SMTP_URL, APP_ORIGIN, LOG_LEVEL, OTEL_*.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isatty } from 'node:tty';
import { parseArgs } from 'node:util';
import { findWrongSettings } from '@svc/topology/check-settings';
import { type SettingName, SETTINGS } from '@svc/topology/settings';
import { seedDemo } from '../demo/seed-demo.ts';
import { describeAddresses } from '../stack/addresses.ts';
import { claimDataDir, displayPath } from '../stack/data-dir.ts';
import { checkOwners } from '../stack/databases.ts';
import { describeFailure } from '../stack/failure.ts';
import { canSignIn } from '../stack/http.ts';
import { probePort } from '../stack/ports.ts';
import { listenHost } from '../stack/process-environment.ts';
import { listMissingParts } from '../stack/readiness.ts';
import { makePassword, readSecrets, saveSecrets, type Secrets } from '../stack/secrets.ts';
import { type Stack, startStack } from '../stack/stack.ts';

/** Settings that are always generated here, and those with their own meaning below. */
const NOT_FROM_OUTSIDE: ReadonlySet<SettingName> = new Set<SettingName>([
  'GRPC_ADDRESS',
  'INSTALLATION_ID',
  'SERVICE_SECRET',
  'SERVICE_SECRETS',
  'SIGNING_KEY_SECRET',
  'SVC_ENCRYPTION_KEY',
  'STOP_GRACE_MS',
  'PORT',
  'SHORTENER_PORT',
]);

const FIRST_ADMIN_EMAIL = 'admin@localhost.localdomain';

const dataDir = resolve(process.env.DATA_DIR || '.data');
const stopping = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stopping.abort());
// A command run with nohup should outlive its terminal; Node forgets that the signal was ignored.
const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
process.on('SIGHUP', () => hasTerminal && stopping.abort());
// The terminal may close before this process exits.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

try {
  await main();
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(describeFailure(error));
    process.exit(1);
  }
}
console.log('Stopped.');
process.exit(0);

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { demo: { type: 'boolean', default: false } } });
  // npm takes the flag in `npm start --demo` for its own setting.
  const withDemo = values.demo || process.env.npm_config_demo === 'true';
  const ports = { port: readPort('PORT', 8_080), shortenerPort: readPort('SHORTENER_PORT', 8_081) };
  if (ports.port === ports.shortenerPort) throw new Error('PORT and SHORTENER_PORT must be two different ports.');
  const wrong = findWrongSettings(process.env, NOT_FROM_OUTSIDE);
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  await checkPort('PORT', ports.port);
  await checkPort('SHORTENER_PORT', ports.shortenerPort);
  const release = claimDataDir(dataDir);
  try {
    await run(ports, withDemo);
  } finally {
    release();
  }
}

async function run(ports: { port: number; shortenerPort: number }, withDemo: boolean): Promise<void> {
  const startedAt = performance.now();
  const secrets = prepareSecrets(withDemo);
  const { DATABASE_URL, MEMORY_DATABASE_URL } = process.env;
  // Checked before secrets are saved: those generated here are useless for another installation's database.
  if (DATABASE_URL) await checkOwners(DATABASE_URL, MEMORY_DATABASE_URL, secrets);
  saveSecrets(dataDir, secrets);
  console.log('Starting…');
  if (lacksMemoryDatabase()) {
    console.log('Readiness will answer 503: a memory database is required, and MEMORY_DATABASE_URL is not set.');
  }
  const stack = await startStack({
    dataDir,
    secrets,
    ...ports,
    databaseAdminUrl: DATABASE_URL || undefined,
    environment: { ...process.env, ...firstAdmin(secrets) },
    say: (line) => console.log(line),
    signal: stopping.signal,
  });
  try {
    console.log(`\nDealbridge is running (ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s).\n`);
    describeStack(stack);
    await describeMissingParts(stack);
    if (secrets.firstAdmin) await showFirstAdmin(stack, secrets);
    if (secrets.demo && withDemo) await showDemo(stack, secrets.demo);
    console.log('\nCtrl-C stops everything; the data stays.');
    if (!stopping.signal.aborted) await new Promise((done) => stopping.signal.addEventListener('abort', done));
  } finally {
    console.log('Stopping…');
    await stack.stop();
  }
}

function readPort(setting: string, unset: number): number {
  const text = process.env[setting] || String(unset);
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new Error(`${setting} must be a number from 1 to 65535, not "${text}".`);
}

async function checkPort(setting: string, port: number): Promise<void> {
  const state = await probePort(port);
  if (state === 'taken') {
    throw new Error(`Port ${port} is in use: stop what listens there, or set ${setting} to another port.`);
  }
  if (state === 'forbidden') throw new Error(`Port ${port} needs root: set ${setting} to 1024 or higher.`);
}

/**
 * Prepares the secrets. On the first start without ADMIN_EMAIL and ADMIN_PASSWORD, an administrator's password is generated, and kept until it has
 * been shown.
 */
function prepareSecrets(withDemo: boolean): Secrets {
  const isFirstStart = !existsSync(join(dataDir, 'secrets.json'));
  const secrets = readSecrets(dataDir);
  if (process.env.ADMIN_EMAIL) delete secrets.firstAdmin;
  else if (isFirstStart) secrets.firstAdmin = makePassword();
  if (withDemo) secrets.demo ??= makePassword();
  return secrets;
}

function firstAdmin({ firstAdmin: password }: Secrets): NodeJS.ProcessEnv {
  return password ? { ADMIN_EMAIL: FIRST_ADMIN_EMAIL, ADMIN_PASSWORD: password } : {};
}

function describeStack(stack: Stack): void {
  const folder = displayPath(dataDir);
  for (const line of describeAddresses(stack, process.env)) console.log(line);
  console.log(`  Logs         ${join(folder, 'logs')}/<service>.log`);
  console.log(`  Listens on   ${describeListening()}`);
  console.log(`  Data         ${process.env.DATABASE_URL ? 'the database of DATABASE_URL' : join(folder, 'postgres')}`);
}

/** Describes the address that the product listens on, and whether other machines can reach it. */
function describeListening(): string {
  const host = listenHost(process.env);
  if (host === undefined) return 'all addresses of this machine';
  return ['127.0.0.1', '::1', 'localhost'].includes(host) ? `${host} (this machine only)` : host;
}

function lacksMemoryDatabase(): boolean {
  const { SVC_MEMORYDB_REQUIRE_CLOUD, READINESS_CHECK_MEMORYDB, MEMORY_DATABASE_URL } = process.env;
  const isRequired = [SVC_MEMORYDB_REQUIRE_CLOUD, READINESS_CHECK_MEMORYDB].some((flag) =>
    SETTINGS.READINESS_CHECK_MEMORYDB.parse(flag || undefined),
  );
  return isRequired && !MEMORY_DATABASE_URL;
}

/** Reports configured parts that are missing, because the rest works without them. */
async function describeMissingParts({ gatewayUrl }: Stack): Promise<void> {
  const missing = await listMissingParts(gatewayUrl);
  if (missing.length > 0) console.log(`\n  Some parts are missing:`);
  for (const sentence of missing) console.log(`  ${sentence}`);
}

/** Shows the first administrator's password, unless the database already had administrators and none was created. */
async function showFirstAdmin({ gatewayUrl }: Stack, { firstAdmin: password, ...rest }: Secrets): Promise<void> {
  if (password && (await canSignIn(gatewayUrl, FIRST_ADMIN_EMAIL, password))) {
    console.log(`\n  The first administrator, shown only this once:`);
    console.log(`  ${FIRST_ADMIN_EMAIL}  ${password}`);
  } else {
    console.log('\n  The database already has an administrator: sign in with that account.');
  }
  saveSecrets(dataDir, rest);
}

async function showDemo({ gatewayUrl }: Stack, password: string): Promise<void> {
  try {
    const account = await seedDemo(gatewayUrl, password);
    console.log(`\n  Account with sample data (${account.summary}):`);
    console.log(`  ${account.email}  ${password}`);
    console.log(`  ${account.teammate}  ${password}`);
  } catch (error) {
    console.log(`\n  ${describeFailure(error)}`);
  }
}
