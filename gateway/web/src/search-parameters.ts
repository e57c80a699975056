/** The query of an address: only known parameters, of the right type. */

/** What a parameter says; undefined when it is none that is known. */
type Reader<Value> = (value: unknown) => Value | undefined;

/** The parameters that a page knows, by their names. */
export type SearchReaders = Readonly<Record<string, Reader<unknown>>>;

/** What the address of a page says. */
export type SearchOf<Known extends SearchReaders> = {
  readonly [Name in keyof Known]?: Exclude<ReturnType<Known[Name]>, undefined>;
};

/** Reads what a page knows of its address. */
export function searchReader<Known extends SearchReaders>(known?: Known) {
  return (search: Readonly<Record<string, unknown>>): SearchOf<Known> => {
    const read = Object.entries(known ?? {}).map(([name, reader]) => [name, reader(search[name])]);
    return given(Object.fromEntries(read) as SearchOf<Known>);
  };
}

/** A text; absent when there is none. Numbers are what the router makes of digits. */
export function text(value: unknown): string | undefined {
  const said = typeof value === 'number' ? String(value) : value;
  return typeof said === 'string' && said !== '' ? said : undefined;
}

/** One of a few words; absent when it is none of them. */
export function word<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return (value) => words.find((each) => each === value);
}

/** One of a few numbers; absent when it is none of them. */
export function oneOf<const Each extends number>(numbers: readonly Each[]): Reader<Each> {
  return (value) => numbers.find((each) => each === value);
}

/** True where a box is ticked, else absent. */
export function flag(value: unknown): true | undefined {
  return value === true ? true : undefined;
}

/** A date as `YYYY-MM-DD`. */
export function date(value: unknown): string | undefined {
  const said = text(value);
  return said !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(said) ? said : undefined;
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

/** The parameters without those that are not set. */
export function given<Parameters extends object>(
  parameters: Parameters,
): {
  [Name in keyof Parameters]?: Exclude<Parameters[Name], undefined>;
} {
  const entries = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Parameters]?: Exclude<Parameters[Name], undefined> };
}
