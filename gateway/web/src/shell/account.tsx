import { createFormats, type Formats } from '@svc/web/shared/format';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { useSessionEnded } from '../api/session-state.js';
import { keepAccount, type KeptAccount, readKeptAccount } from './kept-account.js';

type Account = Output<'auth.get_account'>;
type Settings = Output<'settings.get'>;

interface SignedIn extends Account {
  readonly settings: Settings;
  readonly formats: Formats;
  /** Whether the server has yet to say who is signed in. */
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
  const kept = useKeptAccount(isRead, account.failureCount + settings.failureCount > 0);
  const shownAccount = isRead ? account.data : kept?.account;
  const shownSettings = isRead ? settings.data : kept?.settings;
  const { locale = 'en', timeZone = 'UTC' } = shownSettings ?? {};
  const formats = useMemo(() => createFormats({ locale, timeZone }), [locale, timeZone]);
  const signedIn = useMemo(
    () => shownAccount && shownSettings && { ...shownAccount, settings: shownSettings, formats, isKept: !isRead },
    [shownAccount, shownSettings, formats, isRead],
  );
  useEffect(() => {
    if (!account.data || !settings.data) return;
    // Another user must see nothing of the previous one.
    const isAnother = kept && kept.account.user.id !== account.data.user.id;
    keepAccount({ account: account.data, settings: settings.data });
    if (isAnother) location.reload();
  }, [account.data, settings.data, kept]);
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
