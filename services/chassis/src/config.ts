import { z } from 'zod';

/** The environment is wrong; the message names every bad key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Parses the environment once, at start. Empty values count as absent. Throws ConfigError naming every bad key. */
export function readEnvironment<Schema extends z.ZodType>(schema: Schema, environment = process.env): z.output<Schema> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The environment is not usable. ${problems.join('; ')}`);
}

/** `host:port`. */
export const Address = z.string().regex(/^[^:\s]+:\d{1,5}$/, 'must be host:port');

/** Keys that every process reads. */
export const processEnvironment = {
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug']).default('info'),
};

/** Keys of every process with a gRPC server, a database and a secret of its own. */
export const serviceEnvironment = {
  ...processEnvironment,
  GRPC_ADDRESS: Address,
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  PG_POOL_MAX: z.coerce.number().int().min(1).max(100).default(5),
};
