import type { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

/** Accepted values by type or format, worded to follow "Send". */
const EXPECTED: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  safeint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date like 2026-01-31',
  datetime: 'a date and time with its offset, like 2026-01-31T09:30:00Z',
  uuid: 'an id, which is a UUID like 01890a5d-ac96-774b-bcce-b302099a8057',
  url: 'a web address like https://example.com/page',
  email: 'an email address like name@example.com',
};

/**
 * Describes the problem with a field and what to send instead, as the rest of a sentence that begins with the field's name. Schemas with their own
 * messages use the same form.
 */
export function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return insteadOf(issue.input, expectedOf(issue.inst) ?? EXPECTED[issue.expected] ?? 'another kind of value');
    case 'invalid_value':
      return insteadOf(issue.input, oneOf(issue.values));
    case 'invalid_format':
      return /^\d{4}-\d{2}-\d{2}$/.test(issue.input ?? '') && issue.format === 'date'
        ? `names ${issue.input}, which is not a day of the calendar.`
        : `must be ${EXPECTED[issue.format] ?? `of the form ${issue.pattern}`}.`;
    case 'too_small':
      return describeBound(issue, issue.minimum, 'least');
    case 'too_big':
      return describeBound(issue, issue.maximum, 'most');
    case 'unrecognized_keys':
      return 'is not a known field. Leave it out.';
    case 'invalid_key':
      return `is not a valid name here: it ${issue.issues[0]?.message ?? 'is wrong.'}`;
    case 'invalid_union':
      return describeUnion(issue);
    default:
      return 'is not valid. See the API description for the accepted values.';
  }
}

function insteadOf(input: unknown, expected: string): string {
  return input === undefined ? `is missing. Send ${expected}.` : `must be ${expected}.`;
}

/** Expected value of a schema's format; undefined for schemas without one. */
function expectedOf(schema: RawIssue['inst']): string | undefined {
  const format = (schema?._zod.def as { readonly format?: string } | undefined)?.format;
  return format === undefined ? undefined : EXPECTED[format];
}

function oneOf(values: readonly unknown[]): string {
  const list = values.map((value) => `\`${String(value)}\``).join(', ');
  return values.length > 1 ? `one of ${list}` : list;
}

function describeBound(
  { origin, inclusive, input }: z.core.$ZodRawIssue<z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall>,
  bound: number | bigint,
  side: 'least' | 'most',
): string {
  const unit = origin === 'string' ? 'character' : origin === 'array' ? 'item' : undefined;
  if (unit === undefined && inclusive === false) return `must be ${side === 'least' ? 'more' : 'less'} than ${bound}.`;
  if (unit === undefined) return `must be at ${side} ${bound}.`;
  const isEmpty = (input as string | readonly unknown[]).length === 0;
  const fault = isEmpty ? 'is empty' : `is too ${side === 'most' ? 'long' : 'short'}`;
  return `${fault}. Send at ${side} ${bound} ${unit}${Number(bound) === 1 ? '' : 's'}.`;
}

/** Whether an alternative only accepts an empty value: null, or an empty text. */
function isForNothing(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_type') return issue.expected === 'null';
  return issue.code === 'invalid_value' && issue.values.every((value) => value === '' || value === null);
}

/** Whether a value has the kind of an alternative, and only breaks a further rule of it. */
function isOfKind({ code }: z.core.$ZodIssue): boolean {
  return code === 'custom' || code === 'too_small' || code === 'too_big';
}

/** One sentence for all alternatives if each states an expected value; otherwise the message of the closest match. */
function describeUnion(issue: z.core.$ZodRawIssue<z.core.$ZodIssueInvalidUnion>): string {
  const { input, errors } = issue;
  const { discriminator, options } = issue as {
    readonly discriminator?: string;
    readonly options?: readonly unknown[];
  };
  if (discriminator !== undefined && options !== undefined) {
    // The path of the issue names the field that chooses between the alternatives; its input is the whole object.
    return insteadOf((input as Readonly<Record<string, unknown>>)[discriminator], oneOf(options));
  }
  const [closest] = errors.flatMap((issues) => issues.find(({ path }) => path.length > 0) ?? []);
  if (closest) return `is wrong at \`${closest.path.join('.')}\`, which ${closest.message}`;
  const opening = input === undefined ? 'is missing. Send ' : 'must be ';
  const firsts = errors.flatMap(([first]) => first ?? []);
  const almost = firsts.find(isOfKind);
  if (almost) return almost.message;
  const filled = firsts.filter((first) => !isForNothing(first));
  const alternatives = (filled.length > 0 ? filled : firsts).map(({ message }) => message);
  if (alternatives.every((message) => message.startsWith(opening))) {
    return `${opening}${alternatives.map((message) => message.slice(opening.length, -1)).join(' or ')}.`;
  }
  return alternatives.find((message) => !message.startsWith(opening)) ?? 'is not valid.';
}
