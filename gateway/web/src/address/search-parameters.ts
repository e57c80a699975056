/** Parsed address parameters: only known ones, of the right type. */

/** Parses a parameter; undefined for an invalid one. */
type Reader<Value> = (value: unknown) => Value | undefined;

/** A page's parameters, by name. */
export type SearchReaders = Readonly<Record<string, Reader<unknown>>>;

/** The parsed parameters of a page. */
export type SearchOf<Known extends SearchReaders> = {
  readonly [Name in keyof Known]?: Exclude<ReturnType<Known[Name]>, undefined>;
};

/** Parses a page's address parameters. */
export function searchReader<Known extends SearchReaders>(known?: Known) {
  return (search: Readonly<Record<string, unknown>>): SearchOf<Known> => {
    const read = Object.entries(known ?? {}).map(([name, reader]) => [name, reader(search[name])]);
    return withoutUnset(Object.fromEntries(read) as SearchOf<Known>);
  };
}

/** A text; absent when empty. The router turns digits into numbers. */
export function text(value: unknown): string | undefined {
  const raw = typeof value === 'number' ? String(value) : value;
  return typeof raw === 'string' && raw !== '' ? raw : undefined;
}

/** One of several words; absent otherwise. */
export function word<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return (value) => words.find((each) => each === value);
}

/** One of several numbers; absent otherwise. */
export function oneOf<const Each extends number>(numbers: readonly Each[]): Reader<Each> {
  return (value) => numbers.find((each) => each === value);
}

/** True for a ticked box, else absent. */
export function flag(value: unknown): true | undefined {
  return value === true ? true : undefined;
}

/** A date as `YYYY-MM-DD`. */
export function date(value: unknown): string | undefined {
  const day = text(value);
  return day !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(day) ? day : undefined;
}

/** The order of a list: one of its fields, with `-` before it for descending. */
export function order(fields: readonly string[]): Reader<string> {
  return word(fields.flatMap((field) => [field, `-${field}`]));
}

/** The number of a page; absent for the first one. */
export function pageNumber(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isInteger(number) && number > 1 && number <= 10_000 ? number : undefined;
}

/** The parameters, without unset ones. */
export function withoutUnset<Parameters extends object>(
  parameters: Parameters,
): {
  [Name in keyof Parameters]?: Exclude<Parameters[Name], undefined>;
} {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Parameters]?: Exclude<Parameters[Name], undefined> };
}
