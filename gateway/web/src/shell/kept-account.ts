/** The account that this tab has shown, so that a reload while the server can't be reached still has its frame. */
import type { Output } from '../api/operations.js';
import { KEPT_ACCOUNT } from './kept-account-key.js';

/** Changes with every build: another build may expect other fields. */
const BUILD = import.meta.url;

export interface KeptAccount {
  readonly account: Output<'auth.get_account'>;
  readonly settings: Output<'settings.get'>;
}

export function keepAccount(kept: KeptAccount): void {
  try {
    sessionStorage.setItem(KEPT_ACCOUNT, JSON.stringify({ ...kept, build: BUILD }));
  } catch {
    // Storage is full or forbidden.
  }
}

/** The account that this tab has shown last; undefined without one from this build. */
export function readKeptAccount(): KeptAccount | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_ACCOUNT) ?? '{}') as Partial<KeptAccount> & { build?: string };
    const { account, settings, build } = kept;
    return build === BUILD && account && settings ? { account, settings } : undefined;
  } catch {
    return undefined;
  }
}
