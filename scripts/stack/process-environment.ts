import {
  addressSetting,
  calleesOf,
  type DatabaseServiceName,
  databaseServiceOf,
  httpAddressSetting,
  type Listener,
  PROCESS_NAMES,
  PROCESSES,
  type ProcessName,
  proxiedBy,
  settingsOf,
} from '@svc/topology/processes';
import { findFreePort } from './ports.ts';
import type { Secrets } from './secrets.ts';

/** The port of each listener of each process. */
export type Ports = Readonly<Record<ProcessName, Readonly<Partial<Record<Listener, number>>>>>;

export interface EnvironmentSource {
  readonly ports: Ports;
  /** Folder of all data on this machine. */
  readonly dataDir: string;
  readonly secrets: Secrets;
  readonly databaseUrls: Readonly<Record<DatabaseServiceName, string>>;
  /** Connection string of copilot's role in a separate database for memories; unset without one. */
  readonly memoryDatabaseUrl?: string | undefined;
  /** Environment to inherit: OTEL_* for all processes, and for each its own settings. */
  readonly inherited: NodeJS.ProcessEnv;
  /** Name or address by which the others call a process; 127.0.0.1 when unset. */
  readonly hostOf?: ((name: ProcessName) => string) | undefined;
}

const LOCALHOST = '127.0.0.1';

/** Settings that some process reads; any other variable is passed to all. */
const KNOWN = new Set(PROCESS_NAMES.flatMap(settingsOf));

/** Milliseconds for the processes of each kind to stop; less than ten seconds in total with Postgres. */
export const STOP_GRACE_MS = { gateway: 3_000, services: 4_000 };

/** Free ports for every listener. */
export async function findFreePorts(): Promise<Record<ProcessName, Partial<Record<Listener, number>>>> {
  const ports = {} as Record<ProcessName, Partial<Record<Listener, number>>>;
  for (const name of PROCESS_NAMES) {
    ports[name] = {};
    for (const listener of Object.keys(PROCESSES[name].listeners))
      ports[name][listener as Listener] = await findFreePort();
  }
  return ports;
}

/** The gateway's URL on this machine. */
export function gatewayUrlOf(ports: Ports): string {
  return `http://localhost:${ports.gateway.public}`;
}

/** The environment of one process: inherited variables, the addresses of its callees, and only its own secrets. */
export function environmentOf(name: ProcessName, source: EnvironmentSource): NodeJS.ProcessEnv {
  const own = settingsOf(name);
  const isOthers = (key: string): boolean => !own.includes(key) && (KNOWN.has(key) || key.endsWith('_ADDRESS'));
  const inherited = Object.entries(source.inherited).filter(([key]) => !isOthers(key));
  const passed = Object.entries(givenTo(name, source)).filter(([key]) => own.includes(key));
  return { ...Object.fromEntries([...inherited, ...passed]), NODE_ENV: 'production', OTEL_SERVICE_NAME: name };
}

/** Generated variables of a process. */
function givenTo(name: ProcessName, source: EnvironmentSource): NodeJS.ProcessEnv {
  const { ports, secrets, databaseUrls, dataDir, inherited, hostOf = () => LOCALHOST } = source;
  const databaseService = databaseServiceOf(name);
  const addressOf = (callee: ProcessName, listener: Listener) => `${hostOf(callee)}:${ports[callee][listener]}`;
  return {
    ...Object.fromEntries(calleesOf(name).map((callee) => [addressSetting(callee), addressOf(callee, 'grpc')])),
    ...Object.fromEntries(
      proxiedBy(name).map((proxied) => [httpAddressSetting(proxied), addressOf(proxied, 'internal')]),
    ),
    ...listenersOf(name, ports),
    HOST: listenHost(inherited),
    STOP_GRACE_MS: String(STOP_GRACE_MS[name === 'gateway' ? 'gateway' : 'services']),
    DATABASE_URL: databaseService && databaseUrls[databaseService],
    MEMORY_DATABASE_URL: source.memoryDatabaseUrl,
    INSTALLATION_ID: secrets.installationId,
    DATA_DIR: dataDir,
    SERVICE_SECRET: secrets.services[name],
    SERVICE_SECRETS: JSON.stringify(secrets.services),
    SIGNING_KEY_SECRET: secrets.signingKey,
    SVC_ENCRYPTION_KEY: secrets.encryptionKey,
    APP_ORIGIN: inherited.APP_ORIGIN || (namesOrigin(inherited) ? undefined : defaultOrigin(name, ports)),
    // Only a default: a public address comes from the shortener's own settings.
    SHORTENER_ORIGIN:
      inherited.SHORTENER_ORIGIN ||
      (inherited.SHORT_LINK_DOMAIN ? undefined : `http://localhost:${ports.shortener.public}`),
  };
}

/** Whether a setting has the public address, from which every process derives the origin in the same way. */
function namesOrigin({ APP_ORIGIN, PLATFORM_EXTERNAL_URL, SHORT_LINK_DOMAIN }: NodeJS.ProcessEnv): boolean {
  return Boolean(APP_ORIGIN || PLATFORM_EXTERNAL_URL || SHORT_LINK_DOMAIN);
}

/** The gateway uses each request's own host as its origin; others have no request. */
function defaultOrigin(name: ProcessName, ports: Ports): string | undefined {
  return name === 'gateway' ? undefined : gatewayUrlOf(ports);
}

function listenersOf(name: ProcessName, ports: Ports): NodeJS.ProcessEnv {
  const entries = Object.entries(PROCESSES[name].listeners).map(([listener, setting]) => {
    const port = ports[name][listener as Listener];
    return [setting, setting.endsWith('_ADDRESS') ? `${LOCALHOST}:${port}` : String(port)];
  });
  return Object.fromEntries(entries);
}

/** Address to listen on: undefined (all addresses) with a public origin, otherwise only this machine. */
export function listenHost({ HOST, APP_ORIGIN, PLATFORM_EXTERNAL_URL }: NodeJS.ProcessEnv): string | undefined {
  return HOST || (APP_ORIGIN || PLATFORM_EXTERNAL_URL ? undefined : LOCALHOST);
}
