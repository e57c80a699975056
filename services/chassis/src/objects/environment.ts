import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from '../config.js';
import type { ObjectStoreOptions } from './open-object-store.js';

/** Keys of every process that keeps objects. */
export const objectStoreEnvironment = {
  /** Scheme, host and port of an S3-compatible store; without it objects are files below DATA_DIR. */
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .refine((url) => new URL(url).pathname === '/', 'must end after host and port; the bucket is S3_BUCKET')
    .optional(),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  /** What the names of the services' buckets begin with. */
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,43}[a-z0-9]$/, 'must begin bucket names: 3 to 45 of a-z, 0-9, dots and hyphens')
    .default('dealbridge'),
  S3_REGION: z.string().max(64).default('us-east-1'),
  DATA_DIR: z.string().optional(),
};

type ObjectStoreEnvironment = z.output<z.ZodObject<typeof objectStoreEnvironment>>;

/**
 * S3 when it has an address, else the folder `objects` of DATA_DIR. Each service has a bucket, or folder, of its own, so that none
 * sweeps away what only another one has rows for. Throws ConfigError naming what is missing.
 */
export function readObjectStoreOptions(environment: ObjectStoreEnvironment, service: string): ObjectStoreOptions {
  const { S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY, S3_BUCKET, S3_REGION, DATA_DIR } = environment;
  if (S3_ENDPOINT === undefined) {
    if (DATA_DIR === undefined) {
      throw new ConfigError('The environment is not usable. Set S3_ENDPOINT, or DATA_DIR to keep objects in a folder.');
    }
    return { kind: 'folder', folder: join(DATA_DIR, 'objects', service) };
  }
  if (S3_ACCESS_KEY === undefined || S3_SECRET_KEY === undefined) {
    throw new ConfigError('The environment is not usable. S3_ENDPOINT needs S3_ACCESS_KEY and S3_SECRET_KEY as well.');
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
