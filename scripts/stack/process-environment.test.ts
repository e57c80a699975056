import { expect, test } from '@jest/globals';
import {
  DATABASE_SERVICE_NAMES,
  type Process,
  PROCESS_NAMES,
  PROCESSES,
  type ProcessName,
  recordOf,
} from '@svc/topology/processes';
import { SECRET_SETTINGS } from '@svc/topology/settings';
import { environmentOf, findFreePorts } from './process-environment.ts';
import { completeSecrets } from './secrets.ts';

const ports = await findFreePorts();

const read = (name: ProcessName, inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  environmentOf(name, {
    ports,
    dataDir: '.data',
    secrets: completeSecrets({}),
    memoryDatabaseUrl: 'postgres://copilot@memory-db/x',
    databaseUrls: recordOf(DATABASE_SERVICE_NAMES, (service) => `postgres://${service}@db/x`),
    inherited,
  });

test('the product is reachable only from this machine, unless it has another address or a public origin', () => {
  const hostOf = (inherited: NodeJS.ProcessEnv) => read('gateway', inherited).HOST;

  expect(hostOf({})).toBe('127.0.0.1');
  expect(hostOf({ APP_ORIGIN: 'https://app.example' })).toBeUndefined();
  expect(hostOf({ PLATFORM_EXTERNAL_URL: 'https://app.example' })).toBeUndefined();
  expect(hostOf({ HOST: '10.0.0.5' })).toBe('10.0.0.5');
  expect(hostOf({ HOST: '::1', APP_ORIGIN: 'https://app.example' })).toBe('::1');
});

test("every process gets the configured origin, else this machine's gateway; the gateway itself uses its requests' host", () => {
  const originsOf = (inherited: NodeJS.ProcessEnv) =>
    (['gateway', 'identity', 'shortener', 'screenshot'] as const).map((name) => read(name, inherited).APP_ORIGIN);
  const local = `http://localhost:${ports.gateway.public}`;

  expect(originsOf({})).toEqual([undefined, local, local, local]);
  for (const environment of [{ PLATFORM_EXTERNAL_URL: 'https://app.example' }, { SHORT_LINK_DOMAIN: 'go.example' }]) {
    expect(originsOf(environment)).toEqual([undefined, undefined, undefined, undefined]);
  }
});

test('a process gets its own settings and no secret of another', () => {
  const everything = Object.fromEntries([...SECRET_SETTINGS].map((name) => [name, 'inherited']));
  const secretsOf = (name: ProcessName) =>
    Object.keys(read(name, { ...everything, OTHER: 'x' })).filter((key) => (SECRET_SETTINGS as Set<string>).has(key));

  for (const name of PROCESS_NAMES) {
    const { settings }: Process = PROCESSES[name];
    const own = settings.filter((setting) => SECRET_SETTINGS.has(setting));
    expect([name, ...secretsOf(name).toSorted()]).toEqual([name, ...own.toSorted()]);
  }
  expect(PROCESS_NAMES.filter((name) => secretsOf(name).includes('SIGNING_KEY_SECRET'))).toEqual(['identity']);
});

test('a process gets the addresses of its callees, and keeps variables that belong to no process', () => {
  const environment = read('viewcheck', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', SHORTENER_ADDRESS: 'elsewhere:1' });

  expect(environment).toMatchObject({
    DATABASE_URL: 'postgres://viewcheck@db/x',
    IDENTITY_ADDRESS: `127.0.0.1:${ports.identity.grpc}`,
    DEAL_ADDRESS: `127.0.0.1:${ports.deal.grpc}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x',
  });
  expect(environment).not.toHaveProperty('SHORTENER_ADDRESS');
});
