import operations from 'virtual:operations';

/** The fields of an operation's input that are in its path, and identify its record; none for tools of other servers. */
export function fieldsInPath(operation: string): readonly string[] {
  const [, path = ''] = operations[operation] ?? [];
  return [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);
}
