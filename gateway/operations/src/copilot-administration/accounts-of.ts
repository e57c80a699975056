import type { Clients } from '../clients.js';

/** The user of a row; null for an account that is being deleted. */
export interface AccountNames {
  readonly email: string | null;
  readonly name: string | null;
}

/** The users that match an administrator's search; null without a search. Throws VALIDATION_ERROR when it matches too many. */
export async function usersMatching(search: string | undefined, { users }: Pick<Clients, 'users'>) {
  return search === undefined ? null : users.findUserIds({ query: search });
}

/** Rows of users with the users' e-mail addresses and names, which identity alone knows. */
export async function withAccounts<Row extends { readonly userId: string }>(
  rows: readonly Row[],
  { users }: Pick<Clients, 'users'>,
): Promise<(Row & AccountNames)[]> {
  const named =
    rows.length === 0 ? [] : (await users.listUserNames({ userIds: rows.map(({ userId }) => userId) })).users;
  const names = new Map(named.map(({ id, email, name }) => [id, { email, name }]));
  return rows.map((row) => ({ ...row, ...(names.get(row.userId) ?? { email: null, name: null }) }));
}
