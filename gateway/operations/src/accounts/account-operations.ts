import { changeEmail } from './change-email.js';
import { changePassword } from './change-password.js';
import { confirmAddress } from './confirm-address.js';
import { deleteAccount } from './delete-account.js';
import { getAccount } from './get-account.js';
import { listSessions } from './list-sessions.js';
import { requestAddressConfirmation } from './request-address-confirmation.js';
import { requestPasswordReset } from './request-password-reset.js';
import { resetPassword } from './reset-password.js';
import { revokeSession } from './revoke-session.js';
import { signIn } from './sign-in.js';
import { signOut } from './sign-out.js';
import { signOutEverywhere } from './sign-out-everywhere.js';
import { signUp } from './sign-up.js';
import { updateAccount } from './update-account.js';

export const accountOperations = [
  changeEmail,
  changePassword,
  confirmAddress,
  deleteAccount,
  getAccount,
  listSessions,
  requestAddressConfirmation,
  requestPasswordReset,
  resetPassword,
  revokeSession,
  signIn,
  signOutEverywhere,
  signOut,
  signUp,
  updateAccount,
] as const;
