import { readEnvironment } from '@svc/chassis/config';
import { addressesIn, environmentSchema } from '@svc/topology/environment';

/** What viewcheck is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(environmentSchema('viewcheck'), environment);
  return {
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    installationId: env.INSTALLATION_ID,
    addresses: addressesIn('viewcheck', env),
    serviceSecret: env.SERVICE_SECRET[0],
  };
}
