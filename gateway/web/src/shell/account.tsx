import { createFormats, type Formats } from '@svc/web/shared/format';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';

type Account = Output<'auth.get_account'>;
type Settings = Output<'settings.get'>;

interface SignedIn extends Account {
  readonly settings: Settings;
  readonly formats: Formats;
}

const SignedInContext = createContext<SignedIn | undefined>(undefined);

/** Shows the content for signed-in users, once the user is known. */
export function AccountProvider({ waiting, children }: { readonly waiting: ReactNode; readonly children: ReactNode }) {
  const account = useOperation('auth.get_account', {});
  const settings = useOperation('settings.get', {});
  const { locale = 'en', timeZone = 'UTC' } = settings.data ?? {};
  const formats = useMemo(() => createFormats({ locale, timeZone }), [locale, timeZone]);
  const signedIn = useMemo(
    () => account.data && settings.data && { ...account.data, settings: settings.data, formats },
    [account.data, settings.data, formats],
  );
  if (!signedIn) return waiting;
  return <SignedInContext value={signedIn}>{children}</SignedInContext>;
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
