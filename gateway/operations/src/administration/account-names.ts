import type { UserName } from '@svc/proto/identity/v1/user_administration_service';
import type { Clients } from '../run/clients.js';

/** Maximum ids of one call. */
const IDS_MAX = 200;

/** Name and email of an account. */
export type AccountName = Pick<UserName, 'name' | 'email'>;

/** The names of accounts by id; deleted accounts, nulls and ids of anything else are missing. */
export async function accountNames(
  users: Pick<Clients['users'], 'listUserNames'>,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, AccountName>> {
  const distinct = [...new Set(ids)].filter((id) => typeof id === 'string');
  const pieces = Array.from({ length: Math.ceil(distinct.length / IDS_MAX) }, (_each, index) =>
    distinct.slice(index * IDS_MAX, (index + 1) * IDS_MAX),
  );
  const found = await Promise.all(pieces.map((userIds) => users.listUserNames({ userIds })));
  return new Map(found.flatMap(({ users: accounts }) => accounts.map(({ id, name, email }) => [id, { name, email }])));
}
