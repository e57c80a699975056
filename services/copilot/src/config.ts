import { readEnvironment } from '@svc/chassis/config';
import { addressesIn, environmentSchema } from '@svc/topology/environment';

/** What copilot is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(environmentSchema('copilot'), environment);
  return {
    grpcAddress: env.GRPC_ADDRESS,
    /** Where memories are. */
    databaseUrl: env.MEMORY_DATABASE_URL ?? env.DATABASE_URL,
    /** That is a database of their own. */
    hasOwnMemoryDatabase: env.MEMORY_DATABASE_URL !== undefined,
    poolMax: env.PG_POOL_MAX,
    installationId: env.INSTALLATION_ID,
    serviceSecret: env.SERVICE_SECRET[0],
    addresses: addressesIn('copilot', env),
  };
}
