/** What stands in the query of an address: only what a page knows, and nothing of another kind. */

type Search = Readonly<Record<string, unknown>>;

/** A text; absent when there is none. Numbers are what the router makes of digits. */
export function textIn(search: Search, name: string): string | undefined {
  const value = search[name];
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** One of a few words; absent when it is none of them. */
export function wordIn<const Word extends string>(
  search: Search,
  name: string,
  words: readonly Word[],
): Word | undefined {
  return words.find((word) => word === search[name]);
}

/** True where a box is ticked, else absent. */
export function flagIn(search: Search, name: string): true | undefined {
  return search[name] === true ? true : undefined;
}

/** A date as `YYYY-MM-DD`. */
export function dayIn(search: Search, name: string): string | undefined {
  const text = textIn(search, name);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined;
}

/** The number of a page; absent for the first one. */
export function pageIn(search: Search, name: string): number | undefined {
  const value = Number(search[name]);
  return Number.isInteger(value) && value > 1 && value <= 10_000 ? value : undefined;
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
