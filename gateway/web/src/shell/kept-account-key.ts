/** Name under which this tab keeps the account that it has shown. */
export const KEPT_ACCOUNT = 'dealbridge.account';

/** Forgets the account: another user has signed in. */
export function forgetKeptAccount(): void {
  try {
    sessionStorage.removeItem(KEPT_ACCOUNT);
  } catch {
    // Without storage there is nothing to forget.
  }
}

/** Loads the page for another user. */
export function loadForAnother(): void {
  forgetKeptAccount();
  location.reload();
}
