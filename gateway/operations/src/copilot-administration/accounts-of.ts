import { accountNames } from '../administration/account-names.js';
import type { Clients } from '../run/clients.js';

/** Account fields of a row's user; null while the account is being deleted. */
export interface AccountNames {
  readonly email: string | null;
  readonly name: string | null;
}

/** Returns the users matching an administrator's search; null without a search. Throws VALIDATION_ERROR for too many matches. */
export async function usersMatching(search: string | undefined, { users }: Pick<Clients, 'users'>) {
  return search === undefined ? null : users.findUserIds({ query: search });
}

/** Adds users' email addresses and names, which only identity knows, to rows. */
export async function withAccounts<Row extends { readonly userId: string }>(
  rows: readonly Row[],
  { users }: Pick<Clients, 'users'>,
): Promise<(Row & AccountNames)[]> {
  const names = await accountNames(
    users,
    rows.map(({ userId }) => userId),
  );
  return rows.map((row) => ({ ...row, ...(names.get(row.userId) ?? { email: null, name: null }) }));
}
