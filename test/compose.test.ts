/** `compose.yaml` against the table of processes: who runs, whom each reaches, what each is told. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { readSettings } from '@svc/topology/environment';
import { DATABASE_SERVICE_NAMES, PROCESS_NAMES, PROCESSES, settingsOf } from '@svc/topology/processes';
import { parse } from 'yaml';
import { makeComposeSecrets } from '@svc/scripts/commands/compose/compose-secrets';
import { chartProcesses } from '@svc/scripts/build/chart/process-table';
import { ROOT } from '@svc/scripts/stack/paths';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly user?: string;
  readonly cap_drop?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
}

const { services, networks } = parse(readFileSync(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true }) as {
  services: Record<string, Service>;
  networks: Record<string, { readonly internal?: boolean }>;
};
const secrets = makeComposeSecrets('admin@example.com');

const serviceOf = (name: string): Service => {
  const service = services[name];
  if (!service) throw new Error(`compose.yaml has no ${name}.`);
  return service;
};

/** The environment as compose makes it out of `.env`. Throws for a variable that neither it nor a default says. */
function environmentOf({ environment = {} }: Service): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, filledIn(String(value))]));
}

function filledIn(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_all, name: string, kind?: string, other?: string) => {
    const value = secrets[name] ?? (kind === '-' ? other : undefined);
    if (value === undefined) throw new Error(`${name} is in no .env.`);
    return value;
  });
}

test('compose runs every process of the table out of the image, with its rights and nothing more', () => {
  const mains = Object.entries(chartProcesses()).map(([name, { main }]) => [name, [main]]);
  expect(mains.map(([name]) => [name, serviceOf(String(name)).command])).toEqual(mains);
  const ofImage = Object.entries(services).filter(([, { image }]) => image.includes('DEALBRIDGE'));
  for (const [name, { read_only, cap_drop, user }] of ofImage)
    expect([name, read_only, cap_drop, user]).toEqual([
      name,
      true,
      ['ALL'],
      name === 'browser' ? '10002:10002' : '10001:10001',
    ]);
});

test.each(PROCESS_NAMES)('%s accepts what it is given, and reads all of it', (name) => {
  const environment = environmentOf(serviceOf(name));
  const ofNode = /^(?:NODE_OPTIONS|OTEL_[A-Z_]+)$/;

  expect(() => readSettings(name, environment)).not.toThrow();
  expect(Object.keys(environment).filter((key) => !settingsOf(name).includes(key) && !ofNode.test(key))).toEqual([]);
});

test('processes reach each other by the edges of the table, where they listen', () => {
  const table = chartProcesses();
  for (const name of PROCESS_NAMES) {
    const { calls, deliveries, proxies } = table[name] ?? { calls: [], deliveries: [], proxies: [] };
    const environment = environmentOf(serviceOf(name));
    const addresses = Object.entries(environment).filter(([key]) => key.endsWith('_ADDRESS') && !ownAddress(name, key));
    const due = [
      ...new Set([...calls, ...deliveries].map((to) => [`${to.toUpperCase()}_ADDRESS`, `${to}:50051`].join('='))),
      ...proxies.map((to) => `${to.toUpperCase()}_HTTP_ADDRESS=${to}:8082`),
    ];
    expect([name, addresses.map((entry) => entry.join('=')).toSorted()]).toEqual([name, due.toSorted()]);
  }
});

function ownAddress(name: (typeof PROCESS_NAMES)[number], key: string): boolean {
  return (Object.values(PROCESSES[name].listeners) as string[]).includes(key);
}

test('the browser has a network that leads to screenshot alone, and no way out', () => {
  const inNetwork = Object.entries(services).filter(([, { networks: joined = [] }]) => joined.includes('captures'));

  expect(inNetwork.map(([name]) => name)).toEqual(['screenshot', 'browser']);
  expect(serviceOf('browser').networks).toEqual(['captures']);
  expect(networks['captures']).toEqual({ internal: true });
  expect(environmentOf(serviceOf('screenshot'))).toMatchObject({
    CAPTURE_BROWSER_URL: 'ws://browser:9222',
    CAPTURE_PROXY_PORT: '8083',
  });
});

test('each secret goes to those that read it, and every one in .env is used', () => {
  const text = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
  expect(Object.keys(secrets).filter((name) => !text.includes(`\${${name}`))).toEqual([]);
  const given = environmentOf(serviceOf('identity'))['SERVICE_SECRETS'] ?? '';
  expect(Object.keys(JSON.parse(given) as object)).toEqual(chartProcesses()['identity']?.secretsOf);
  for (const [holder, secret] of Object.entries(JSON.parse(given) as Record<string, string>))
    expect([holder, environmentOf(serviceOf(holder))['SERVICE_SECRET']]).toEqual([holder, secret]);
});

test('databases are made ready, then migrated, before the processes start; each tells how it is', () => {
  const waitsFor = (name: string): string[] =>
    Object.entries(serviceOf(name).depends_on ?? {}).map(([other, { condition }]) => `${other} ${condition}`);
  for (const name of DATABASE_SERVICE_NAMES) {
    expect(serviceOf(`migrate-${name}`).command).toEqual(chartProcesses()[name]?.migrate);
    expect(waitsFor(`migrate-${name}`)).toEqual(['bootstrap service_completed_successfully']);
    expect(waitsFor(name)).toContain(`migrate-${name} service_completed_successfully`);
  }
  for (const name of PROCESS_NAMES) expect(serviceOf(name).healthcheck?.test).toContain('topology/dist/probe.js');
  const known = Object.keys(services);
  const unknown = known.flatMap((name) =>
    Object.keys(serviceOf(name).depends_on ?? {}).filter((on) => !known.includes(on)),
  );
  expect(unknown).toEqual([]);
});

test('nothing but this machine reaches what is published, and stores are pinned by digest', () => {
  const published = Object.values(services).flatMap(({ ports = [] }) => ports);
  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  const images = Object.values(services).map(({ image }) => image);
  expect(images.filter((image) => !/DEALBRIDGE|@sha256:[\da-f]{64}$/.test(image))).toEqual([]);
});
