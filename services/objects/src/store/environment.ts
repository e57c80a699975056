import { join } from 'node:path';
import { ConfigError } from '@svc/chassis/process/config';
import type { ObjectStoreOptions } from './open-object-store.js';

/** Settings for the location of objects. */
interface ObjectStoreEnvironment {
  readonly S3_ENDPOINT?: string | undefined;
  readonly S3_ACCESS_KEY?: string | undefined;
  readonly S3_SECRET_KEY?: string | undefined;
  readonly S3_BUCKET: string;
  readonly S3_REGION: string;
  readonly DATA_DIR?: string | undefined;
}

/**
 * S3 if it has an address, else the folder `objects` of DATA_DIR. Each service has its own bucket or folder, so that none deletes objects that belong
 * to another service. Throws ConfigError naming missing settings.
 */
export function readObjectStoreOptions(environment: ObjectStoreEnvironment, service: string): ObjectStoreOptions {
  const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION, DATA_DIR } = environment;
  if (S3_ENDPOINT === undefined) {
    if (S3_ACCESS_KEY !== undefined || S3_SECRET_KEY !== undefined) {
      throw new ConfigError('The settings are invalid. S3_ACCESS_KEY and S3_SECRET_KEY need S3_ENDPOINT as well.');
    }
    if (DATA_DIR === undefined) {
      throw new ConfigError('The settings are invalid. Set S3_ENDPOINT, or DATA_DIR to keep objects in a folder.');
    }
    return { kind: 'folder', folder: join(DATA_DIR, 'objects', service) };
  }
  if (S3_ACCESS_KEY === undefined || S3_SECRET_KEY === undefined) {
    throw new ConfigError('The settings are invalid. S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY as well.');
  }
  return {
    kind: 's3',
    endpoint: S3_ENDPOINT,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    bucket: `${S3_BUCKET}-${service}`,
    region: S3_REGION,
  };
}
