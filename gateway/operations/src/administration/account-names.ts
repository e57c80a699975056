import type { Clients } from '../run/clients.js';

/** Maximum ids of one call. */
const IDS_MAX = 200;

/** The names of accounts by id; deleted accounts, nulls and ids of anything else are missing. */
export async function accountNames(
  users: Pick<Clients['users'], 'listUserNames'>,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const distinct = [...new Set(ids)].filter((id) => typeof id === 'string');
  const pieces = Array.from({ length: Math.ceil(distinct.length / IDS_MAX) }, (_each, index) =>
    distinct.slice(index * IDS_MAX, (index + 1) * IDS_MAX),
  );
  const found = await Promise.all(pieces.map((userIds) => users.listUserNames({ userIds })));
  return new Map(found.flatMap(({ users: accounts }) => accounts.map(({ id, name }) => [id, name])));
}
