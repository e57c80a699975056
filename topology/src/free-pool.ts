import { isTimeZone } from '@svc/chassis/time/time-zone';
import { z } from 'zod';

const PLAIN = /^[\x21-\x7e]+$/;
const Name = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[a-z0-9][a-z0-9-]*$/, 'must be a-z, 0-9 and hyphens');
/** A time zone that the runtime knows. */
export const TimeZoneName = z.string().refine(isTimeZone, 'must be a time zone, such as Europe/Berlin');

const whole = (min: number, max: number) => z.int().min(min).max(max);

const Model = z.strictObject({
  id: z.string().min(1).max(200).regex(PLAIN, 'must be printable, without spaces'),
  label: z.string().min(1).max(100).optional(),
  contextTokens: whole(1_024, 100_000_000),
  supportsTools: z.boolean().default(false),
  weight: whole(1, 20).default(1),
  disabled: z.boolean().default(false),
});

const Lane = z.strictObject({
  id: Name,
  baseUrl: z.url({ protocol: /^https?$/, error: 'must begin with http:// or https://' }),
  key: Name.optional(),
  rpm: whole(0, 1_000_000).default(0),
  rpd: whole(0, 100_000_000).default(0),
  dayTimezone: TimeZoneName.default('UTC'),
  models: z.array(Model).min(1).max(50),
});

/** The models for free turns, from the operator's JSON: a list of lanes, each with one provider account and its models. */
export const FreePool = json(z.array(Lane).max(20)).superRefine((lanes, context) => {
  const seen = new Set<string>();
  for (const [at, { id }] of lanes.entries()) {
    if (seen.has(id))
      context.addIssue({ code: 'custom', path: [at, 'id'], message: 'must differ from the ids of other lanes' });
    seen.add(id);
  }
});

/** API keys of lanes, by the key name in the lane. */
export const PoolKeys = json(z.record(Name, z.string().min(1).max(1_000).regex(PLAIN, 'must be printable')));

export type FreePool = z.infer<typeof FreePool>;
export type PoolKeys = z.infer<typeof PoolKeys>;

function json<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text, context): unknown => {
      try {
        return JSON.parse(text);
      } catch {
        context.addIssue('must be JSON');
        return z.NEVER;
      }
    })
    .pipe(schema);
}
