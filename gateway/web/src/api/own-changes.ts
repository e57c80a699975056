/** Versions of records that this tab has made. A list may show an older one until it is read again. */
const made = new Map<string, Set<number>>();

/**
 * Records the version of a record in the output of a write: the change from the previous version is the user's own. A write that was based on the
 * returned version has changed nothing, so another user may have made that version.
 */
export function noteOwnChange(output: unknown, basedOn?: number): void {
  const record = isObject(output) && isObject(output['server']) ? output['server'] : output;
  if (!isObject(record)) return;
  const id = record['id'] ?? record['screenshotId'];
  const { version } = record;
  if (typeof id !== 'string' || typeof version !== 'number' || version === basedOn) return;
  const versions = made.get(id) ?? new Set();
  made.set(id, versions.add(version));
}

/**
 * The version on which to base an action, such as a deletion, that the user chose while this one was shown: a later one if all changes since were the
 * user's own. Forms use the version of their values instead, and merge.
 */
export function versionAfterOwnChanges(id: string, seen: number): number {
  const versions = made.get(id);
  let version = seen;
  while (versions?.has(version + 1) === true) version += 1;
  return version;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
