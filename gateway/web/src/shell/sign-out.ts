import { call } from '../api/call.js';
import { announceSignOut } from '../api/session-state.js';
import { keptImportOf } from '../import/import-draft.js';
import { createKeptCounts } from '../kept/counts.js';
import { sendDeletions } from './undoable-deletion.js';

const OWN = 'dealbridge.';

/**
 * Ends this browser's session and deletes everything stored here; the pages of other tabs leave too. Asks first if counts or pasted links would be
 * lost.
 */
export async function signOut(userId: string): Promise<void> {
  const waiting = Object.keys(createKeptCounts(userId).list()).length;
  const lost = [
    ...(waiting > 0 ? [waiting === 1 ? "1 count isn't saved yet." : `${waiting} counts aren't saved yet.`] : []),
    ...(keptImportOf(userId).get().text.trim() === '' ? [] : ["The text on Import isn't imported yet."]),
  ];
  if (lost.length > 0 && !confirm(`${lost.join(' ')} Signing out deletes it. Sign out anyway?`)) return;
  await sendDeletions();
  await call('auth.sign_out', {});
  forgetAll();
  announceSignOut();
  location.assign('/login');
}

/** Deletes the product's data in this browser. On https the response to signing out does so too, in browsers that support it. */
export function forgetAll(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage)) if (name.startsWith(OWN)) storage.removeItem(name);
  } catch {
    // Without storage there is nothing to delete.
  }
}
