import { notFound } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Pool } from '@svc/chassis/postgres/pool';
import { inTransaction } from '@svc/chassis/postgres/transaction';
import type { UserPrincipal } from '@svc/chassis/principal';
import type { UpdateAccountRequest } from '@svc/proto/identity/v1/account_service';
import { findUser, updateUserName, type UserRow } from './user-repo.js';

/** Changes the caller's name. Throws VERSION_CONFLICT when the account is not at the version that the caller has seen. */
export async function updateAccount(
  pool: Pool,
  principal: UserPrincipal,
  { name, expectedVersion }: UpdateAccountRequest,
): Promise<UserRow> {
  return inTransaction(pool, async (tx) => {
    const user = await findUser(tx, principal.userId, true);
    if (!user) throw notFound('account');
    checkVersion(user.version, expectedVersion);
    if (typeof name !== 'string' || name === user.name) return user;
    return (await updateUserName(tx, user.id, name)) ?? user;
  });
}
