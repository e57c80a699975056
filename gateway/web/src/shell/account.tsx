import { createFormats, type Formats } from '@svc/web/shared/format';
import { createContext, type ReactNode, useContext, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { holdWrites, releaseWrites } from '../api/held-writes.js';
import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { useSessionEnded } from '../api/session-state.js';
import { keepAccount, type KeptAccount, readKeptAccount } from './kept-account.js';
import { loadForAnother } from './kept-account-key.js';

type Account = Output<'auth.get_account'>;
type Settings = Output<'settings.get'>;

interface SignedIn extends Account {
  readonly settings: Settings;
  readonly formats: Formats;
  /** Whether the server has failed to say who is signed in, so far. */
  readonly isKept: boolean;
}

const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** Milliseconds without an answer before the kept account is shown. */
const UNANSWERED_MS = 2_000;

/** Shows the content for signed-in users, once the user is known. While the server can't be reached, that is whom this tab has shown before. */
export function AccountProvider({ waiting, children }: { readonly waiting: ReactNode; readonly children: ReactNode }) {
  const account = useOperation('auth.get_account', {});
  const settings = useOperation('settings.get', {});
  const isRead = account.data !== undefined && settings.data !== undefined;
  const hasFailed = account.failureCount + settings.failureCount > 0;
  const kept = useKeptAccount(isRead, hasFailed);
  const isAnother = kept !== undefined && account.data !== undefined && kept.account.user.id !== account.data.user.id;
  const shownAccount = account.data ?? kept?.account;
  const shownSettings = settings.data ?? (isAnother ? undefined : kept?.settings);
  const { locale = 'en', timeZone = 'UTC' } = shownSettings ?? {};
  const formats = useMemo(() => createFormats({ locale, timeZone }), [locale, timeZone]);
  const signedIn = useMemo(
    () =>
      shownAccount &&
      shownSettings && { ...shownAccount, settings: shownSettings, formats, isKept: !isRead && hasFailed },
    [shownAccount, shownSettings, formats, isRead, hasFailed],
  );
  const isConfirmed = account.data !== undefined && !isAnother;
  // Before the effects of the page, some of which write what a reload left behind.
  useLayoutEffect(() => {
    if (isConfirmed) releaseWrites();
    else if (kept) holdWrites();
  }, [isConfirmed, kept]);
  useEffect(() => {
    // Another user must see nothing of the previous one.
    if (isAnother) loadForAnother();
    else if (account.data && settings.data) keepAccount({ account: account.data, settings: settings.data });
  }, [account.data, settings.data, isAnother]);
  if (!signedIn) return waiting;
  return <SignedInContext value={signedIn}>{children}</SignedInContext>;
}

/** The account to show once the server fails to say who is signed in, or takes long to; undefined if it did so in time. */
function useKeptAccount(isRead: boolean, hasFailed: boolean): KeptAccount | undefined {
  const isSignedOut = useSessionEnded();
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    if (isRead || isSignedOut) return undefined;
    const waiting = setTimeout(() => setWanted(true), hasFailed ? 0 : UNANSWERED_MS);
    return () => clearTimeout(waiting);
  }, [isRead, isSignedOut, hasFailed]);
  return useMemo(() => (isWanted ? readKeptAccount() : undefined), [isWanted]);
}

/** Whether the page shows an account that the server has yet to confirm. */
export function useIsAccountKept(): boolean {
  return useContext(SignedInContext)?.isKept === true;
}

/** The signed-in user, with settings and formats. */
export function useSignedIn(): SignedIn {
  const signedIn = useContext(SignedInContext);
  if (!signedIn) throw new Error('Only pages behind the sign-in know who is signed in.');
  return signedIn;
}

export function useFormats(): Formats {
  return useSignedIn().formats;
}

const LOOK_MS = 20_000;

/** The user's current date; changes at the user's midnight, even while a page is open. */
export function useToday(): string {
  const { dayOf } = useFormats();
  const [today, setToday] = useState(() => dayOf(new Date()));
  useEffect(() => {
    const looking = setInterval(() => setToday(dayOf(new Date())), LOOK_MS);
    return () => clearInterval(looking);
  }, [dayOf]);
  return today;
}
