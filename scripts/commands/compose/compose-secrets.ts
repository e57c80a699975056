import { randomBytes } from 'node:crypto';
import { makeInstallationSecrets } from '../../build/chart/installation-secrets.ts';

/** A new installation's secrets, by variable of `compose.yaml`. */
export function makeComposeSecrets(adminEmail: string): Readonly<Record<string, string>> {
  const made = (): string => randomBytes(32).toString('base64url');
  const [postgres, redis, accessKey, secretKey] = [made(), made(), made().slice(0, 20), made()];
  const key = { 'access-key': accessKey, 'secret-key': secretKey };
  const secrets = makeInstallationSecrets({
    database: `postgres://postgres:${postgres}@postgres:5432/dealbridge`,
    buckets: { shortener: key, screenshot: key },
    redis: `redis://:${redis}@redis:6379`,
    adminEmail,
  });
  const { database = {}, internal = {}, firstAdmin = {} } = secrets;
  const named = (prefix: string, suffix: string, from: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(from).map(([key, value]) => [`${prefix}${key.toUpperCase()}${suffix}`, value]));
  const {
    'installation-id': installationId = '',
    'signing-key': signingKey = '',
    'encryption-key': encryptionKey = '',
    ...services
  } = internal;
  return {
    INSTALLATION_ID: installationId,
    SIGNING_KEY_SECRET: signingKey,
    SVC_ENCRYPTION_KEY: encryptionKey,
    ...named('', '', renamed(services)),
    ...named('', '_DATABASE_URL', database),
    ...named('ADMIN_', '', firstAdmin),
    POSTGRES_PASSWORD: postgres,
    REDIS_PASSWORD: redis,
    REDIS_URL: secrets['redis']?.['url'] ?? '',
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  };
}

/** Renames keys, such as `service-deal` to `secret_of_deal`. */
function renamed(services: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(services).map(([key, value]) => [
      key.replace(/^service-/, 'secret_of_').replaceAll('-', '_'),
      value,
    ]),
  );
}
