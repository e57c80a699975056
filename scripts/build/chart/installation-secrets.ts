import { deriveUrls } from '../../stack/databases.ts';
import { completeSecrets, makePassword } from '../../stack/secrets.ts';

/** Where an installation in a cluster keeps its data, and what opens that. */
export interface InstallationStores {
  /** An administrator's connection string; those of the services differ in user and password. */
  readonly database: string;
  /** The same of a database of memories alone. */
  readonly memoryDatabase?: string | undefined;
  /** What opens the bucket of each service that has one. */
  readonly buckets: Readonly<Record<'shortener' | 'screenshot', Readonly<Record<'access-key' | 'secret-key', string>>>>;
  readonly redis?: string | undefined;
  readonly smtp?: string | undefined;
  /** Address of the first administrator, whose password is made up. */
  readonly adminEmail?: string | undefined;
}

/** By name of the Secret in the values of the chart: its keys. */
export type InstallationSecrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Everything secret of a new installation, by the Secrets that the chart names: made up, but for what opens stores. */
export function makeInstallationSecrets(stores: InstallationStores): InstallationSecrets {
  const { installationId, signingKey, encryptionKey, services, roles } = completeSecrets({});
  const urls = deriveUrls(stores.database, roles);
  const { memoryDatabase, buckets } = stores;
  const kept: Record<string, Record<string, string | undefined>> = {
    database: { ...urls, admin: stores.database },
    internal: {
      'installation-id': installationId,
      'signing-key': signingKey,
      'encryption-key': encryptionKey,
      ...Object.fromEntries(Object.entries(services).map(([name, secret]) => [`service-${name}`, secret])),
    },
    shortenerObjects: buckets.shortener,
    screenshotObjects: buckets.screenshot,
    redis: { url: stores.redis },
    smtp: { url: stores.smtp },
    firstAdmin: { email: stores.adminEmail, password: stores.adminEmail && makePassword() },
    copilot: {
      'memory-database-url': memoryDatabase && deriveUrls(memoryDatabase, { copilot: roles.copilot }).copilot,
      'memory-admin': memoryDatabase,
    },
  };
  return Object.fromEntries(Object.entries(kept).flatMap(([name, keys]) => (isWhole(keys) ? [[name, keys]] : [])));
}

function isWhole(keys: Record<string, string | undefined>): keys is Record<string, string> {
  return Object.values(keys).every((value) => value !== undefined && value !== '');
}

/** What Secrets are called unless the values say otherwise: `dealbridge-first-admin` for `firstAdmin`. */
export function secretName(value: string): string {
  return `dealbridge-${value.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
