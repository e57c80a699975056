import { z } from 'zod';

/** The environment is invalid; the message names every invalid key. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Exit code of a process that ends with a ConfigError (`EX_CONFIG` of sysexits.h): a restart will not help. */
export const CONFIG_ERROR_EXIT_CODE = 78;

/** Parses the environment once, at start. Empty values count as absent. Throws ConfigError naming every invalid key. */
export function readEnvironment<Schema extends z.ZodType>(schema: Schema, environment = process.env): z.output<Schema> {
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(present, { error: describeSetting });
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigError(`The settings are invalid. ${problems.join('; ')}`);
}

/** The problem with a setting; undefined when the schema's own message is better. */
export function describeSetting(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'must be set'
        : `must be a ${issue.expected === 'int' ? 'whole number' : issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return issue.origin === 'string' ? undefined : `must ${verbOf(issue)} at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string' ? undefined : `must ${verbOf(issue)} at most ${issue.maximum}`;
    case 'invalid_key':
      return 'has an invalid key';
    default:
      return undefined;
  }
}

function verbOf({ origin }: { readonly origin: string }): string {
  return origin === 'array' ? 'have' : 'be';
}

/** `host:port`; the host may be an IPv6 address in brackets (RFC 3986, section 3.2.2). A scheme is refused. */
export const Address = z.string().regex(/^(?:\[[\da-f:.]+\]|[^:\s[\]]+):\d{1,5}$/i, 'must be host:port');

/** The parts of an address to listen on. */
export function splitAddress(address: string): { host: string; port: number } {
  const end = address.lastIndexOf(':');
  const host = address.slice(0, end).replace(/^\[(.*)\]$/, '$1');
  return { host, port: Number(address.slice(end + 1)) };
}

/** One secret, or two while it is being replaced: the first is used, both are accepted. */
export function oneOrTwo(secret: z.ZodType<string, string>, between = ',') {
  return z
    .string()
    .transform((text) => text.split(between).map((part) => part.trim()))
    .pipe(z.array(secret).max(2, 'must be one secret, or two while it is replaced'))
    .transform(([first = '', ...others]) => [first, ...others] as const);
}

const UNITS = { b: 1, kb: 1_024, mb: 1_048_576, gb: 1_073_741_824 };

/** A number of bytes, or one with a unit: `64mb`. */
export const Bytes = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^\d{1,12}\s*(?:b|kb|mb|gb)?$/, 'must be a number of bytes, or one with kb, mb or gb')
  .transform((text) => {
    const unit = text.replace(/^[\d\s]+/, '') || 'b';
    return Number.parseInt(text, 10) * UNITS[unit as keyof typeof UNITS];
  })
  .refine((bytes) => bytes > 0, 'must be more than 0');

/** Maximum milliseconds for a process to stop. */
export const StopGrace = z.coerce.number().int().min(1_000).max(600_000).default(10_000);

/** The grace period from the environment; the default if that is invalid, which the startup reports. */
export function readStopGrace(environment = process.env): number {
  const parsed = StopGrace.safeParse(environment.STOP_GRACE_MS || undefined);
  return parsed.data ?? StopGrace.parse(undefined);
}
