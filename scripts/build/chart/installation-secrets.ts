import { deriveUrls } from '../../stack/databases.ts';
import { completeSecrets, makePassword } from '../../stack/secrets.ts';

/** Data stores of an installation in a cluster, with their credentials. */
export interface InstallationStores {
  /** An administrator's connection string; the services' strings differ only in user and password. */
  readonly database: string;
  /** The same for a separate database for memories. */
  readonly memoryDatabase?: string | undefined;
  /** Credentials of each service's bucket. */
  readonly buckets: Readonly<Record<'shortener' | 'screenshot', Readonly<Record<'access-key' | 'secret-key', string>>>>;
  readonly redis?: string | undefined;
  readonly smtp?: string | undefined;
  /** Email address of the first administrator, whose password is generated. */
  readonly adminEmail?: string | undefined;
}

/** Keys by name of the Secret in the chart's values. */
export type InstallationSecrets = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** All secrets of a new installation, by name of the chart's Secrets; all are generated except the credentials of stores. */
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

/** Default names of Secrets: `dealbridge-first-admin` for `firstAdmin`. */
export function secretName(value: string): string {
  return `dealbridge-${value.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
