import { call } from '../api/call.js';
import { announceSignOut } from '../api/session-state.js';

/** Leaves this browser's session; the pages of other tabs go too. */
export async function signOut(): Promise<void> {
  await call('auth.sign_out', {});
  announceSignOut();
  location.assign('/login');
}
