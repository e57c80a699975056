import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { resumeCalls, useSessionEnded } from '../api/session-state.js';
import { readKeptAccount } from './kept-account.js';
import { loadForAnother } from './kept-account-key.js';

/** Loaded when first needed. */
export const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.js')).SignInDialog }));

/** Asks for a new sign-in over the page when the session has ended; typed text stays, and waiting calls are sent again. */
export function SessionDialog() {
  const isEnded = useSessionEnded();
  const queries = useQueryClient();
  if (!isEnded) return null;
  const read = queries.getQueryData<{ user: { id: string; email: string } }>(['auth.get_account', {}]);
  const known = (read ?? readKeptAccount()?.account)?.user;
  return (
    <Suspense>
      <SignInDialog
        email={known?.email}
        onSignedIn={(userId) => {
          // Another user must see nothing of the previous one.
          if (known && known.id !== userId) loadForAnother();
          else resumeCalls();
        }}
      />
    </Suspense>
  );
}
