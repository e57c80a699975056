import type { PlainAppPath } from '@svc/web/shared/paths';

/** The lists whose views can be saved. */
export type SavedPath = Extract<
  PlainAppPath,
  '/deals' | '/tasks' | '/videos' | '/payments' | '/contacts' | '/influencers' | '/links'
>;

/** A list's address parameters as stored in a saved view, which accepts only texts. */
export function queryOf(search: object): Record<string, string> {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** A saved view's parameters as the route parses them, which drops unknown ones. */
export function searchOf(query: Readonly<Record<string, string>>): Record<string, string | true> {
  return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, text === 'true' || text]));
}

/** The parameters of a saved view that the list no longer knows, or not with this value. */
export function lostOf(query: Readonly<Record<string, string>>, known: object): readonly string[] {
  return Object.keys(query).filter((name) => !Object.hasOwn(known, name));
}
