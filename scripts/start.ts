/**
 * `npm start [-- --demo]`: the whole product on this machine. Environment: PORT (8080), SHORTENER_PORT (8081), DATA_DIR (.data),
 * DATABASE_URL (of an administrator; instead of the Postgres in the data folder), ADMIN_EMAIL and ADMIN_PASSWORD (the first
 * administrator), and everything that the services read themselves: REDIS_URL, S3_*, SMTP_URL, APP_ORIGIN, LOG_LEVEL, OTEL_*.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { seedDemo } from './demo.ts';
import { claimDataDir, displayPath } from './stack/data-dir.ts';
import { describeFailure } from './stack/failure.ts';
import { canSignIn } from './stack/http.ts';
import { probePort } from './stack/ports.ts';
import { loadSecrets, makePassword, saveSecrets, type Secrets } from './stack/secrets.ts';
import { startStack, type Stack } from './stack/stack.ts';

const FIRST_ADMIN_EMAIL = 'admin@localhost.localdomain';

const dataDir = resolve(process.env.DATA_DIR || '.data');
const stopping = new AbortController();

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stopping.abort());
// The terminal may be gone before we are.
process.stdout.on('error', () => undefined);

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
  const ports = { port: readPort('PORT', 8_080), shortenerPort: readPort('SHORTENER_PORT', 8_081) };
  if (ports.port === ports.shortenerPort) throw new Error('PORT and SHORTENER_PORT must be two different ports.');
  await checkPort('PORT', ports.port);
  await checkPort('SHORTENER_PORT', ports.shortenerPort);
  const release = claimDataDir(dataDir);
  try {
    await run(ports, values.demo);
  } finally {
    release();
  }
}

async function run(ports: { port: number; shortenerPort: number }, withDemo: boolean): Promise<void> {
  const startedAt = performance.now();
  const secrets = prepareSecrets(withDemo);
  console.log('Starting…');
  const stack = await startStack({
    dataDir,
    secrets,
    ...ports,
    databaseAdminUrl: process.env.DATABASE_URL || undefined,
    environment: { ...process.env, ...firstAdmin(secrets) },
    say: (line) => console.log(line),
    signal: stopping.signal,
  });
  try {
    console.log(`\nDealbridge runs (ready after ${((performance.now() - startedAt) / 1000).toFixed(1)} s).\n`);
    describeStack(stack);
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
    throw new Error(`Port ${port} is taken: stop what listens there, or set ${setting} to another one.`);
  }
  if (state === 'forbidden') throw new Error(`You may not listen on port ${port}: set ${setting} to 1024 or higher.`);
}

/** On the first start without ADMIN_EMAIL and ADMIN_PASSWORD an administrator is made up, and kept until it has been shown. */
function prepareSecrets(withDemo: boolean): Secrets {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = process.env;
  if (Boolean(ADMIN_EMAIL) !== Boolean(ADMIN_PASSWORD))
    throw new Error('Set both ADMIN_EMAIL and ADMIN_PASSWORD, or neither.');
  const isFirstStart = !existsSync(join(dataDir, 'secrets.json'));
  const secrets = loadSecrets(dataDir);
  if (ADMIN_EMAIL) delete secrets.firstAdmin;
  else if (isFirstStart) secrets.firstAdmin = makePassword();
  if (withDemo) secrets.demo ??= makePassword();
  saveSecrets(dataDir, secrets);
  return secrets;
}

function firstAdmin({ firstAdmin: password }: Secrets): NodeJS.ProcessEnv {
  return password ? { ADMIN_EMAIL: FIRST_ADMIN_EMAIL, ADMIN_PASSWORD: password } : {};
}

function describeStack({ gatewayUrl, shortenerUrl }: Stack): void {
  const folder = displayPath(dataDir);
  console.log(`  API          ${gatewayUrl}/api`);
  console.log(`  Short links  ${shortenerUrl}`);
  console.log(`  Readiness    ${gatewayUrl}/api/readiness`);
  console.log(`  Logs         ${join(folder, 'logs')}/<service>.log`);
  console.log(`  Data         ${process.env.DATABASE_URL ? 'the database of DATABASE_URL' : join(folder, 'postgres')}`);
}

/** A database that was there before has its administrators already; then nothing was created and there is nothing to show. */
async function showFirstAdmin({ gatewayUrl }: Stack, { firstAdmin: password, ...rest }: Secrets): Promise<void> {
  if (password && (await canSignIn(gatewayUrl, FIRST_ADMIN_EMAIL, password))) {
    console.log(`\n  The first administrator, shown only this once:`);
    console.log(`  ${FIRST_ADMIN_EMAIL}  ${password}`);
  } else {
    console.log('\n  The database has an administrator already: sign in with that account.');
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
