import { type CustomTypesConfig, types } from 'pg';

const INT8_ARRAY = 1016;
const DATE_ARRAY = 1182;
const NUMERIC_ARRAY = 1231;
const TEXT_ARRAY: number = 1009;
const { INT8, DATE, NUMERIC } = types.builtins;

type Parse = (text: string) => unknown;

const parseTextArray = types.getTypeParser(TEXT_ARRAY) as (text: string) => (string | null)[];

const PARSERS = new Map<number, Parse>([
  [INT8, safeInteger],
  [DATE, asText],
  [NUMERIC, Number],
  [INT8_ARRAY, arrayOf(safeInteger)],
  [DATE_ARRAY, arrayOf(asText)],
  [NUMERIC_ARRAY, arrayOf(Number)],
]);

/**
 * Parsers of column values where the driver's defaults do not fit: `int8` becomes a number and throws beyond 2^53, `date` stays `YYYY-MM-DD` (the
 * driver would make it a local midnight), `numeric` becomes a number (amounts of 14 digits fit exactly).
 */
export const typeParsers: CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    const own = format === 'binary' ? undefined : PARSERS.get(oid);
    return own ?? types.getTypeParser(oid, format);
  },
};

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('The database holds an int8 that is not a safe integer.');
  return value;
}

function asText(text: string): string {
  return text;
}

function arrayOf(parse: Parse): Parse {
  return (text) => parseTextArray(text).map((element) => (element === null ? null : parse(element)));
}
