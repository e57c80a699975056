/** Compares `compose.yaml` with the table of processes: commands, edges and settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { chartProcesses } from '@svc/scripts/build/chart/process-table';
import { makeComposeSecrets } from '@svc/scripts/commands/compose/compose-secrets';
import { ROOT } from '@svc/scripts/stack/paths';
import { readSettings } from '@svc/topology/environment';
import { DATABASE_SERVICE_NAMES, PROCESS_NAMES, PROCESSES, settingsOf } from '@svc/topology/processes';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly read_only?: boolean;
  readonly user?: string;
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly ports?: readonly string[];
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly networks?: readonly string[];
  readonly volumes?: readonly string[];
  readonly profiles?: readonly string[];
  readonly logging?: { readonly options: Readonly<Record<string, string>> };
  readonly mem_limit?: string;
  readonly restart?: string;
  readonly configs?: readonly { readonly source: string; readonly target: string }[];
}

interface Network {
  readonly internal?: boolean;
  readonly ipam?: { readonly config: readonly { readonly subnet: string }[] };
}

const TEXT = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
const { services, networks, configs } = parse(TEXT, { merge: true, maxAliasCount: -1 }) as {
  services: Record<string, Service>;
  networks: Record<string, Network>;
  configs: Record<string, { readonly file?: string; readonly content?: string }>;
};
const secrets = makeComposeSecrets('admin@example.com');

const serviceOf = (name: string): Service => {
  const service = services[name];
  if (!service) throw new Error(`compose.yaml has no ${name}.`);
  return service;
};

/** The environment that compose builds from `.env`. Throws for a variable that has neither a value nor a default. */
function environmentOf({ environment = {} }: Service, variables = secrets): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, filledIn(String(value), variables)]),
  );
}

function filledIn(text: string, variables: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-+?])([^}]*))?\}/g, (_all, name: string, kind?: string, other = '') => {
    const value = variables[name];
    if (kind === '+') return value ? other : '';
    if (value === undefined && kind !== '-') throw new Error(`${name} is not in .env.`);
    return value || other;
  });
}

/**
 * Services that do not run as user 10001, and capabilities they need: backups are read from and written to folders
 * owned by others.
 */
const USERS: Readonly<Record<string, string>> = { browser: '10002:10002', backup: '0:0', restore: '0:0' };
const ADDED: Readonly<Record<string, readonly string[]>> = { backup: ['DAC_OVERRIDE'], restore: ['DAC_OVERRIDE'] };

test('compose runs every process of the table from the image, with its rights and nothing more', () => {
  const mains = Object.entries(chartProcesses()).map(([name, { main }]) => [name, [main]]);
  expect(mains.map(([name]) => [name, serviceOf(String(name)).command])).toEqual(mains);
  const ofImage = Object.entries(services).filter(([, { image }]) => image.includes('DEALBRIDGE'));
  for (const [name, { read_only, cap_drop, cap_add, user }] of ofImage)
    expect([name, read_only, cap_drop, cap_add, user]).toEqual([
      name,
      true,
      ['ALL'],
      ADDED[name],
      USERS[name] ?? '10001:10001',
    ]);
});

test.each(PROCESS_NAMES)('%s accepts its environment and reads every variable of it', (name) => {
  const environment = environmentOf(serviceOf(name));
  const ofNode = /^(?:NODE_OPTIONS|OTEL_[A-Z_]+)$/;

  expect(() => readSettings(name, environment)).not.toThrow();
  expect(Object.keys(environment).filter((key) => !settingsOf(name).includes(key) && !ofNode.test(key))).toEqual([]);
});

/** Settings fixed by how compose runs the processes: addresses, data folders and secrets. */
const SAID_BY_COMPOSE =
  /^(?:HOST|PORT|SHORTENER_PORT|.*_ADDRESS|STOP_GRACE_MS|(?:LISTEN_)?DATABASE_URL|SERVICE_SECRETS?|DATA_DIR|CHROMIUM_PATH|CAPTURE_\w+|PLATFORM_EXTERNAL_URL|SHORT_LINK_DOMAIN)$/;

test.each(PROCESS_NAMES)('%s gets every operator setting from .env under its own name', (name) => {
  const choices = settingsOf(name).filter((setting) => !SAID_BY_COMPOSE.test(setting));
  const variables = {
    ...secrets,
    ...Object.fromEntries(choices.map((setting) => [setting, `value of ${setting}`])),
  };
  const environment = environmentOf(serviceOf(name), variables);

  const got = choices.filter((setting) => environment[setting] === variables[setting]);
  expect(got).toEqual(choices.filter((setting) => setting !== 'PUBLIC_PAGES_DIR'));
});

test('a host folder of public pages is mounted where the gateway reads it', () => {
  const { volumes = [], ...gateway } = serviceOf('gateway');
  const variables = { ...secrets, PUBLIC_PAGES_DIR: '/srv/pages' };

  expect(environmentOf(gateway, variables)['PUBLIC_PAGES_DIR']).toBe('/public-pages');
  expect(volumes.map((volume) => filledIn(volume, variables))).toEqual(['/srv/pages:/public-pages:ro']);
  expect(environmentOf(gateway)['PUBLIC_PAGES_DIR']).toBe('');
});

test('an empty setting is the same as an unset one', () => {
  for (const name of PROCESS_NAMES) {
    const environment = environmentOf(serviceOf(name));
    const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
    expect(readSettings(name, environment)).toEqual(readSettings(name, filled));
  }
});

test('.env.example lists what compose.yaml reads, and the proxy has the first address of the subnet', () => {
  const example = readFileSync(join(ROOT, '.env.example'), 'utf8');
  const named = Object.fromEntries(
    [...example.matchAll(/^# ([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const unread = Object.keys(named).filter((name) => name !== 'COMPOSE_PROFILES' && !TEXT.includes(`\${${name}:`));
  expect(unread).toEqual([]);
  const subnet = networks['default']?.ipam?.config[0]?.subnet ?? '';
  expect(filledIn(subnet, {})).toBe(named['DEALBRIDGE_SUBNET']);
  expect(named['TRUSTED_PROXIES']).toBe(named['DEALBRIDGE_SUBNET']?.replace(/0\/24$/, '1'));
});

test('processes reach each other along the edges of the table, at their listeners', () => {
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

test('the browser shares a network with screenshot alone and cannot reach the internet', () => {
  const inNetwork = Object.entries(services).filter(([, { networks: joined = [] }]) => joined.includes('captures'));

  expect(inNetwork.map(([name]) => name)).toEqual(['screenshot', 'browser']);
  expect(serviceOf('browser').networks).toEqual(['captures']);
  expect(networks['captures']).toEqual({ internal: true });
  expect(environmentOf(serviceOf('screenshot'))).toMatchObject({
    CAPTURE_BROWSER_URL: 'ws://browser:9222',
    CAPTURE_PROXY_PORT: '8083',
  });
});

test('each secret goes only to the processes that read it, and every secret in .env is used', () => {
  expect(Object.keys(secrets).filter((name) => !TEXT.includes(`\${${name}`))).toEqual([]);
  const setting = environmentOf(serviceOf('identity'))['SERVICE_SECRETS'] ?? '';
  expect(Object.keys(JSON.parse(setting) as object)).toEqual(chartProcesses()['identity']?.secretsOf);
  for (const [holder, secret] of Object.entries(JSON.parse(setting) as Record<string, string>))
    expect([holder, environmentOf(serviceOf(holder))['SERVICE_SECRET']]).toEqual([holder, secret]);
});

test('databases are bootstrapped and migrated before the processes start, and each has a health check', () => {
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

test('ports are published to this machine alone, and store images are pinned by digest', () => {
  const published = Object.values(services).flatMap(({ ports = [] }) => ports);
  expect(published.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  const images = Object.values(services).map(({ image }) => image);
  expect(images.filter((image) => !/DEALBRIDGE|@sha256:[\da-f]{64}$/.test(image))).toEqual([]);
});

test('every service has bounded logs and memory', () => {
  for (const [name, { logging, mem_limit }] of Object.entries(services)) {
    expect([name, logging?.options]).toEqual([name, { 'max-size': '20m', 'max-file': '5' }]);
    expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
  }
});

test('telemetry is off by default, and its alerts select processes by the names they report', () => {
  const ofTelemetry = Object.entries(services).filter(([, { profiles }]) => profiles?.includes('telemetry'));
  expect(ofTelemetry.map(([name]) => name)).toEqual(['collector', 'jaeger', 'prometheus', 'grafana']);
  for (const name of PROCESS_NAMES) {
    expect(environmentOf(serviceOf(name))).toMatchObject({
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_RESOURCE_ATTRIBUTES: 'service.namespace=dealbridge',
      OTEL_SERVICE_NAME: name,
    });
  }
  const alerts = readFileSync(join(ROOT, configs['alerts']?.file ?? ''), 'utf8');
  const jobs = [...alerts.matchAll(/job=~?"([^"]+)"/g)].map(([, job = '']) => job);
  expect(
    jobs.filter((job) => !PROCESS_NAMES.some((name) => new RegExp(`^${job}$`).test(`dealbridge/${name}`))),
  ).toEqual([]);
  const { rule_files } = parse(readFileSync(join(ROOT, configs['prometheus']?.file ?? ''), 'utf8')) as {
    rule_files: string[];
  };
  expect(serviceOf('prometheus').configs?.map(({ target }) => target)).toContain(`/etc/prometheus/${rule_files[0]}`);
});

test('health checks slow down once a service is healthy, and the Redis check needs the password', () => {
  for (const { healthcheck } of Object.values(services))
    if (healthcheck) expect(healthcheck).toMatchObject({ interval: '30s', start_interval: '2s' });
  const { command, environment, healthcheck } = serviceOf('redis');
  expect(healthcheck?.test).toEqual(['CMD', 'redis-cli', '-e', 'ping']);
  expect(environment).toEqual({ REDISCLI_AUTH: '${REDIS_PASSWORD}' });
  expect(command?.join(' ')).not.toContain('PASSWORD');
});

test('`up --wait` succeeds: one-shot services are awaited by another service or started by name', () => {
  const waitedFor = Object.values(services).flatMap(({ depends_on = {} }) =>
    Object.entries(depends_on).flatMap(([name, { condition }]) =>
      condition === 'service_completed_successfully' ? [name] : [],
    ),
  );
  const ending = Object.entries(services).filter(([, { restart }]) => restart !== 'unless-stopped');
  const others = ending.filter(([name]) => !waitedFor.includes(name));
  for (const [name, { profiles }] of others) expect([name, profiles]).toEqual([name, ['tools']]);
});
