import { Address, readEnvironment, serviceEnvironment } from '@svc/chassis/config';
import { z } from 'zod';

const Environment = z.object({
  ...serviceEnvironment,
  IDENTITY_ADDRESS: Address,
  VIEWCHECK_ADDRESS: Address,
  /** Proves to identity which service asks for an assertion. */
  SERVICE_SECRET: z.string().min(32),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
});

/** What deal is told by its environment. */
export function readConfig(environment = process.env) {
  const env = readEnvironment(Environment, environment);
  return {
    grpcAddress: env.GRPC_ADDRESS,
    databaseUrl: env.DATABASE_URL,
    poolMax: env.PG_POOL_MAX,
    addresses: { identity: env.IDENTITY_ADDRESS, viewcheck: env.VIEWCHECK_ADDRESS },
    serviceSecret: env.SERVICE_SECRET,
    redisUrl: env.REDIS_URL,
  };
}
