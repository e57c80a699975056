import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { noSuch } from '@svc/chassis/errors/app-error';
import { checkVersion } from '@svc/chassis/errors/check-version';
import type { Tx } from '@svc/chassis/postgres/transaction';
import type { UpdateAccountRequest } from '@svc/proto/identity/v1/account_service';
import { findUserForUpdate, updateUserName, type UserRow } from './user-repo.js';

/** Changes the caller's name. Throws VERSION_CONFLICT when the account no longer has the version that the caller saw. */
export async function updateAccount(
  tx: Tx,
  user: UserPrincipal,
  { name, expectedVersion }: UpdateAccountRequest,
): Promise<UserRow> {
  const account = await findUserForUpdate(tx, user.userId);
  if (!account) throw noSuch('account');
  checkVersion(account.version, expectedVersion);
  if (typeof name !== 'string' || name === account.name) return account;
  return (await updateUserName(tx, account.id, name)) ?? account;
}
