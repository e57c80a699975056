/** Checks that the first log line about a faulty Secret names it, and that no line has its contents. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { ofKind } from '../chart/rendered.ts';
import { type Installation, startInstallation } from './installation.ts';
import { logsOf, waitForEnd } from './podman.ts';
import { partsOf } from './rendered-parts.ts';

let installation: Installation;

beforeAll(async () => {
  installation = await startInstallation(['identity']);
});

afterAll(() => installation?.stop());

/** Starts a process with a changed environment; returns the name of its container. */
async function start(
  component: string,
  changes: Readonly<Record<string, string | undefined>>,
  options: readonly string[] = [],
): Promise<string> {
  const { pod, container } = partsOf(installation.objects, component);
  return installation.startMore(pod, container, installation.environmentOf(container, changes), options);
}

/** The first log line of a warning or error. */
async function firstComplaint(name: string): Promise<string> {
  return eventually(async () => {
    const lines = (await logsOf(name))
      .split('\n')
      .filter((line) => /"level":"(?:warn|error|fatal)"|Warning/.test(line));
    expect(lines).not.toEqual([]);
    return lines[0] ?? '';
  }, 180_000);
}

const SECRET = 'a-wrong-password-0123456789';

function withPassword(url: string): string {
  const changed = new URL(url);
  changed.password = SECRET;
  return changed.href;
}

test.each([
  ['deal', 'DATABASE_URL'],
  ['deal', 'SERVICE_SECRET'],
  ['identity', 'SIGNING_KEY_SECRET'],
  ['shortener', 'S3_SECRET_KEY'],
])('%s without %s exits at once and names the setting', async (component, setting) => {
  const name = await start(component, { [setting]: undefined });

  const code = await waitForEnd(name, 60_000);
  const [first] = (await logsOf(name)).split('\n');
  expect([code, first]).toEqual([78, expect.stringContaining(setting)]);
});

test('a wrong database password is reported without its value', async () => {
  const { container } = partsOf(installation.objects, 'deal');
  const url = installation.environmentOf(container)['DATABASE_URL'] ?? '';
  const name = await start('deal', { DATABASE_URL: withPassword(url) });

  expect(await firstComplaint(name)).toMatch(/password authentication failed for user \\"svc_deal\\"/);
  await eventually(async () => expect(await logsOf(name)).toMatch(/"setting":"DATABASE_URL"/));
  expect(await logsOf(name)).not.toContain(SECRET);
});

test('a job with a wrong password exits with a single log line about it', async () => {
  const job = ofKind(installation.objects, 'Job').find(({ metadata }) => metadata.name.endsWith('migrate-deal'));
  const pod = job?.spec?.template?.spec;
  const container = pod?.containers[0];
  if (!pod || !container) throw new Error('There is no such job.');
  const environment = installation.environmentOf(container);
  const name = await installation.startMore(pod, container, {
    ...environment,
    DATABASE_URL: withPassword(environment['DATABASE_URL'] ?? ''),
  });

  const code = await waitForEnd(name, 60_000);
  const log = await logsOf(name);
  expect([code, log.trim().split('\n')]).toEqual([
    1,
    [expect.stringMatching(/"setting":"DATABASE_URL".*"the job has failed"/)],
  ]);
  expect(log).not.toContain(SECRET);
});

test('a wrong Redis password is reported without its value', async () => {
  const { container } = partsOf(installation.objects, 'deal');
  const url = new URL(installation.environmentOf(container)['REDIS_URL'] ?? '');
  url.username = 'somebody';
  const name = await start('deal', { REDIS_URL: withPassword(url.href) });

  expect(await firstComplaint(name)).toMatch(/WRONGPASS.*"setting":"REDIS_URL"/);
  expect(await logsOf(name)).not.toContain(SECRET);
});

test('an expired certificate authority is reported with the affected setting', async () => {
  const folder = mkdtempSync(join(process.env.TEST_RUN_FOLDER ?? '', 'expired-'));
  chmodSync(folder, 0o755);
  makeExpiredAuthority(folder);
  const server = await startTlsDatabase(folder);
  const { port } = server.address() as AddressInfo;
  try {
    const name = await start(
      'deal',
      {
        DATABASE_URL: `postgres://deal:${SECRET}@database.test:${port}/app?sslmode=verify-full`,
        NODE_EXTRA_CA_CERTS: '/etc/trusted-ca/ca.crt',
      },
      ['--volume', `${folder}:/etc/trusted-ca:ro`, '--add-host', `database.test:${installation.hostAddress}`],
    );

    expect(await firstComplaint(name)).toMatch(/certificate has expired/);
    await eventually(async () => expect(await logsOf(name)).toMatch(/"setting":"DATABASE_URL"/));
    expect(await logsOf(name)).not.toContain(SECRET);
  } finally {
    server.close();
  }
});

const OPENSSL_SETTINGS = `
[ca]
default_ca = made
[made]
database = index
serial = serial
new_certs_dir = .
default_md = sha256
policy = any
x509_extensions = authority
[any]
commonName = supplied
[authority]
basicConstraints = critical,CA:true
[server]
subjectAltName = DNS:database.test
`;

/** Creates an expired authority, and a valid certificate for database.test signed by it. */
function makeExpiredAuthority(folder: string): void {
  const openssl = (...args: readonly string[]): void => {
    const { status, stderr } = spawnSync('openssl', args, { cwd: folder, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  };
  writeFileSync(join(folder, 'settings'), OPENSSL_SETTINGS);
  writeFileSync(join(folder, 'index'), '');
  writeFileSync(join(folder, 'serial'), '01\n');
  const key = (name: string): string[] => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    `${name}.key`,
  ];
  openssl('req', '-new', ...key('ca'), '-subj', '/CN=An authority', '-out', 'ca.csr');
  const sign = ['ca', '-batch', '-notext', '-config', 'settings', '-keyfile', 'ca.key'];
  const past = ['-startdate', '20200101000000Z', '-enddate', '20200201000000Z'];
  openssl(...sign, '-selfsign', ...past, '-in', 'ca.csr', '-out', 'ca.crt');
  openssl('req', '-new', ...key('server'), '-subj', '/CN=database.test', '-out', 'server.csr');
  openssl(
    ...sign,
    '-cert',
    'ca.crt',
    '-extensions',
    'server',
    '-days',
    '3650',
    '-in',
    'server.csr',
    '-out',
    'server.crt',
  );
}

/** Accepts a Postgres client's TLS request and presents its certificate; no client gets any further. */
async function startTlsDatabase(folder: string): Promise<Server> {
  const read = (name: string): Buffer => readFileSync(join(folder, name));
  const [key, cert] = [read('server.key'), read('server.crt')];
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write('S');
      new TLSSocket(socket, { isServer: true, key, cert }).on('error', () => socket.destroy());
    });
  }).listen(0, installation.hostAddress);
  server.unref();
  await once(server, 'listening');
  return server;
}
