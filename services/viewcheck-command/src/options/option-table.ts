import { z } from 'zod';

interface OptionRow {
  /** Placeholder of its value; absent for a flag. */
  readonly value?: string;
  /** Maximum occurrences; 1 by default. */
  readonly timesMax?: number;
}

/** Every option of the command; usage.txt describes them. */
export const OPTIONS = {
  url: { value: 'URL', timesMax: 20 },
  'requested-date': { value: 'DATE' },
  'requested-date-to': { value: 'DATE' },
  'promo-code': { value: 'CODE', timesMax: 10 },
  query: { value: 'WORDS' },
  brand: { value: 'NAME' },
  account: { value: '[PLATFORM:]HANDLE|URL' },
  workflow: { value: 'import|view_check' },
  'accept-date-mismatch': {},
  'from-due-views': {},
  'discover-candidates': {},
  'from-plan-targets': {},
  'enrich-discovered-candidates': {},
  'enrich-limit': { value: 'N' },
  'capture-proof': {},
  'capture-limit': { value: 'N' },
  'short-links': {},
  'candidate-json': {
    value: 'FILE',
  },
  selector: { value: 'CSS' },
  'wait-for-selector': { value: 'CSS' },
  'allow-private-target': {
    value: 'HOST[:PORT]',
    timesMax: 100,
  },
  mock: {},
  'mock-structured-metadata': {},
  'mock-caption-track': {},
  'mock-app-state-caption-track': {},
  'time-zone': { value: 'ZONE' },
  'as-of': { value: 'TIME' },
  'base-url': { value: 'URL' },
  out: { value: 'FILE' },
  pretty: {},
  timeout: { value: 'SECONDS' },
} as const satisfies Readonly<Record<string, OptionRow>>;

export type OptionName = keyof typeof OPTIONS;

const whole = (least: number, most: number, unset: number) =>
  z
    .string()
    .regex(/^\d{1,4}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(least, `must be at least ${least}`).max(most, `must be at most ${most}`))
    .default(unset);
const text = (lengthMax: number) => z.string().trim().min(1, 'must not be empty').max(lengthMax).optional();
const flag = z.boolean().default(false);

/** Option values, each validated on its own; combinations are validated where they are used. */
export const OptionValues = z.strictObject({
  url: z.array(z.string().trim().max(2_048)).default([]),
  'requested-date': text(64),
  'requested-date-to': text(64),
  'promo-code': z.array(z.string().trim().min(1, 'must not be empty').max(64)).default([]),
  query: text(300),
  brand: text(100),
  account: text(2_048),
  workflow: z.enum(['import', 'view_check'], 'must be import or view_check').optional(),
  'accept-date-mismatch': flag,
  'from-due-views': flag,
  'discover-candidates': flag,
  'from-plan-targets': flag,
  'enrich-discovered-candidates': flag,
  'enrich-limit': whole(0, 25, 5),
  'capture-proof': flag,
  'capture-limit': whole(0, 10, 3),
  'short-links': flag,
  'candidate-json': text(4_096),
  selector: text(512),
  'wait-for-selector': text(512),
  'allow-private-target': z.array(z.string().trim()).default([]),
  mock: flag,
  'mock-structured-metadata': flag,
  'mock-caption-track': flag,
  'mock-app-state-caption-track': flag,
  'time-zone': text(64),
  'as-of': z.iso.datetime({ offset: true, error: 'must be a time such as 2026-05-02T10:00:00Z' }).optional(),
  'base-url': text(2_048),
  out: text(4_096),
  pretty: flag,
  timeout: whole(5, 240, 240),
}) satisfies z.ZodObject<Record<OptionName, z.ZodType>>;

export type OptionValues = z.output<typeof OptionValues>;
