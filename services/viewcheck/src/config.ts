import { Address, readEnvironment, serviceEnvironment } from '@svc/chassis/config';
import { z } from 'zod';

const Environment = z.object({
  ...serviceEnvironment,
  IDENTITY_ADDRESS: Address,
  DEAL_ADDRESS: Address,
  SERVICE_SECRET: z.string().min(32),
});

/** What viewcheck is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(Environment, environment);
  return {
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    addresses: { identity: env.IDENTITY_ADDRESS, deal: env.DEAL_ADDRESS },
    serviceSecret: env.SERVICE_SECRET,
  };
}
