import type { Secrets } from './secrets.ts';
import { DATABASE_SERVICES, type DatabaseServiceName, type ServiceName } from './service-list.ts';

export interface EnvironmentSource {
  /** Where each process listens: gRPC, but HTTP for the gateway. */
  readonly ports: Readonly<Record<ServiceName, number>>;
  /** Where the shortener listens besides: for everybody, and for the gateway. */
  readonly shortenerPorts: { readonly public: number; readonly internal: number };
  /** Folder of everything that is kept on this machine. */
  readonly dataDir: string;
  readonly secrets: Secrets;
  readonly databaseUrls: Readonly<Record<DatabaseServiceName, string>>;
  /** What the processes inherit: OTEL_*, LOG_LEVEL, REDIS_URL, limits and all other settings. */
  readonly inherited: NodeJS.ProcessEnv;
  readonly gatewayUrl: string;
}

/** Never inherited: they belong to this process, to one service alone, or are set for each. */
const NOT_INHERITED = [
  'ADMIN_EMAIL',
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'DATA_DIR',
  'GRPC_ADDRESS',
  'PORT',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SERVICE_SECRET',
  'SERVICE_SECRETS',
  'SHORTENER_HTTP_ADDRESS',
  'SHORTENER_PORT',
  'SIGNING_KEY_SECRET',
  'SMTP_URL',
];

/** The whole environment of one process: what it inherits, the addresses of the others, and its own secrets and no one else's. */
export function environmentOf(name: ServiceName, source: EnvironmentSource): NodeJS.ProcessEnv {
  const { ports, secrets, databaseUrls } = source;
  const inherited = Object.entries(source.inherited).filter(([key]) => !NOT_INHERITED.includes(key));
  return {
    ...Object.fromEntries(inherited),
    NODE_ENV: 'production',
    OTEL_SERVICE_NAME: name,
    ...addressesOf(ports),
    SHORTENER_HTTP_ADDRESS: `127.0.0.1:${source.shortenerPorts.internal}`,
    SERVICE_SECRET: secrets.services[name],
    ...(name === 'gateway'
      ? { PORT: String(ports.gateway) }
      : { GRPC_ADDRESS: `127.0.0.1:${ports[name]}`, DATABASE_URL: databaseUrls[name] }),
    ...(name === 'identity' ? identityEnvironment(source) : {}),
    ...(name === 'shortener' ? shortenerEnvironment(source) : {}),
  };
}

/** `IDENTITY_ADDRESS` and its siblings. */
function addressesOf(ports: EnvironmentSource['ports']): NodeJS.ProcessEnv {
  const entries = DATABASE_SERVICES.map(({ name }) => [`${name.toUpperCase()}_ADDRESS`, `127.0.0.1:${ports[name]}`]);
  return Object.fromEntries(entries);
}

/** What the shortener alone gets. */
function shortenerEnvironment({
  shortenerPorts,
  dataDir,
  inherited,
  gatewayUrl,
}: EnvironmentSource): NodeJS.ProcessEnv {
  // Its own settings know where it is reached from outside; without any it is this machine.
  const localOrigin = inherited.SHORT_LINK_DOMAIN ? undefined : `http://localhost:${shortenerPorts.public}`;
  return {
    SHORTENER_PORT: String(shortenerPorts.public),
    SHORTENER_ORIGIN: inherited.SHORTENER_ORIGIN || localOrigin,
    APP_ORIGIN: inherited.APP_ORIGIN || gatewayUrl,
    DATA_DIR: dataDir,
    S3_ACCESS_KEY: inherited.S3_ACCESS_KEY,
    S3_SECRET_KEY: inherited.S3_SECRET_KEY,
  };
}

/** The environment of a process that runs on the database of a service and is called by nobody. */
export function workerEnvironmentOf(
  service: DatabaseServiceName,
  name: string,
  source: EnvironmentSource,
): NodeJS.ProcessEnv {
  const { GRPC_ADDRESS: _grpc, SERVICE_SECRET: _secret, ...environment } = environmentOf(service, source);
  return { ...environment, OTEL_SERVICE_NAME: name };
}

/** What identity alone gets. */
function identityEnvironment({ secrets, inherited, gatewayUrl }: EnvironmentSource): NodeJS.ProcessEnv {
  return {
    SERVICE_SECRETS: JSON.stringify(secrets.services),
    SIGNING_KEY_SECRET: secrets.signingKey,
    ADMIN_EMAIL: inherited.ADMIN_EMAIL,
    ADMIN_PASSWORD: inherited.ADMIN_PASSWORD,
    SMTP_URL: inherited.SMTP_URL,
    APP_ORIGIN: inherited.APP_ORIGIN ?? gatewayUrl,
  };
}
