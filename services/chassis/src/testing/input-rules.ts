import { z } from 'zod';
import { AppError } from '../errors/app-error.js';
import { parseInput } from '../schemas/parse-input.js';

/** The part of an operation that these rules need. */
interface Operation {
  readonly name: string;
  readonly input: z.ZodObject;
}

interface Field {
  /** The operation and the path to the field, with dots between. */
  readonly name: string;
  readonly schema: z.ZodType;
  /** The operation's input with only the field. */
  readonly inputOf: (value: unknown) => unknown;
}

/** Texts of every kind that a field may accept. */
const TEXTS = [
  'abc',
  'a1',
  'a@example.com',
  'https://example.com/',
  '2026-01-05',
  '2026-01-05T10:00:00Z',
  crypto.randomUUID(),
];

/** The texts without a format. */
const FREE_TEXTS = TEXTS.slice(0, 3);

/** Values that hardly any field accepts: missing, of a wrong type, out of range, too short, too long. */
const WRONG_TEXTS = ['', ' ', 'x', '!', '2026-02-30', '1800-01-01', 'x'.repeat(30_000)];
const WRONG_LISTS = [[], [5], ['', 'x', 'x'], Array.from({ length: 3_000 }, () => 'x')];
const WRONG_OBJECTS = [{}, { '': 1 }, { x: 1, y: 'x' }];
const WRONG_VALUES = [undefined, null, true, 5, -1, 1.5, 1e300, ...WRONG_TEXTS, ...WRONG_LISTS, ...WRONG_OBJECTS];

/** Matches zod's own messages; messages of our own rules must not match. */
const WORDS_OF_THE_LIBRARY = /\b(Invalid|expected \w+,|received|Too (small|big)|Unrecognized|undefined|NaN)\b|\[object/;

/** Every field of the inputs, those of nested objects and lists too. */
function fieldsOf(operations: readonly Operation[]): Field[] {
  return operations.flatMap(({ name, input }) => below(name, input, (value) => value));
}

function below(name: string, schema: z.ZodType, inputOf: Field['inputOf']): Field[] {
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([key, field]) => {
      const whole: Field['inputOf'] = (value) => inputOf({ [key]: value });
      return [{ name: `${name}.${key}`, schema: field, inputOf: whole }, ...below(`${name}.${key}`, field, whole)];
    });
  }
  if (schema instanceof z.ZodArray) return below(name, schema.element as z.ZodType, (value) => inputOf([value]));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return below(name, schema.unwrap() as z.ZodType, inputOf);
  }
  return [];
}

const takes = ({ schema }: Field, value: unknown): boolean => schema.safeParse(value).success;

/** Fields that keep the white space around a text. */
export function untrimmedFields(operations: readonly Operation[]): string[] {
  const keepsBlanks = ({ schema }: Field): boolean =>
    TEXTS.some((text) => {
      const { data: bare } = schema.safeParse(text);
      const { data: padded } = schema.safeParse(`  ${text} `);
      return typeof bare === 'string' && padded !== undefined && padded !== bare;
    });
  return fieldsOf(operations)
    .filter(keepsBlanks)
    .map(({ name }) => name);
}

/**
 * Nullable fields that handle an empty text inconsistently: it must clear a text, and be invalid for an address, a date, an id and a text that keeps
 * its white space.
 */
export function fieldsThatClearOddly(operations: readonly Operation[]): string[] {
  const verbatim = new Set(untrimmedFields(operations));
  const isOdd = (field: Field): boolean => {
    const isFree = !verbatim.has(field.name) && FREE_TEXTS.some((text) => takes(field, text));
    return ['', ' '].some((empty) => {
      const parsed = field.schema.safeParse(empty);
      return isFree ? parsed.data !== null : parsed.success;
    });
  };
  return fieldsOf(operations)
    .filter((field) => takes(field, null) && TEXTS.some((text) => takes(field, text)))
    .filter(isOdd)
    .map(({ name }) => name);
}

/** Messages about invalid inputs that are not plain sentences naming the field. */
export function poorErrorTexts(operations: readonly Operation[]): string[] {
  const poor = operations.flatMap((operation) => {
    const fields = below('', operation.input, (value) => value);
    const inputs: unknown[] = fields.flatMap(({ inputOf }) => WRONG_VALUES.map(inputOf));
    inputs.push([], 'x', 5, null, { unknownField: 1 }, { name: 'a\0' });
    return inputs.flatMap((input) => complaintsAbout(operation, input)).map((text) => `${operation.name}: ${text}`);
  });
  return [...new Set(poor)];
}

function complaintsAbout({ input: schema }: Operation, input: unknown): string[] {
  try {
    parseInput(schema, input);
    return [];
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const sentences = [{ path: '', message: error.message }, ...error.details];
    return sentences
      .filter(({ path, message }) => {
        const isSentence = /^[A-Z`]/.test(message) && message.endsWith('.') && !WORDS_OF_THE_LIBRARY.test(message);
        return !isSentence || !(path === '' || message.includes(`\`${path}\``));
      })
      .map(({ path, message }) => `${path}: ${message.slice(0, 200)}`);
  }
}
