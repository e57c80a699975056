import { readEnvironment } from '@svc/chassis/config';
import { addressesIn, environmentSchema } from '@svc/topology/environment';

/** What deal is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(environmentSchema('deal'), environment);
  return {
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    installationId: env.INSTALLATION_ID,
    addresses: addressesIn('deal', env),
    serviceSecret: env.SERVICE_SECRET[0],
    redisUrl: env.REDIS_URL,
    activityRetentionDays: env.ACTIVITY_RETENTION_DAYS,
  };
}
