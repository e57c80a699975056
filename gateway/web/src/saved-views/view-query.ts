/** What the address of a list says, as a saved view keeps it: texts alone. */
export function queryOf(search: object): Record<string, string> {
  const said = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}

/** What a saved view says, as the route reads it, which leaves out what the list does not know any more. */
export function searchOf(query: Readonly<Record<string, string>>): Record<string, string | true> {
  return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, text === 'true' || text]));
}

/** The names in a saved view that the list does not know any more, or not with this value. */
export function lostOf(query: Readonly<Record<string, string>>, known: object): readonly string[] {
  return Object.keys(query).filter((name) => !Object.hasOwn(known, name));
}
