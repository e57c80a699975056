import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { resumeCalls, useSessionEnded } from '../api/session-state.js';

/** Loaded when first needed. */
export const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.js')).SignInDialog }));

/** Asks for a new sign-in over the page when the session has ended; typed text stays, and waiting calls are sent again. */
export function SessionDialog() {
  const isEnded = useSessionEnded();
  const queries = useQueryClient();
  if (!isEnded) return null;
  const known = queries.getQueryData<{ user: { id: string; email: string } }>(['auth.get_account', {}]);
  return (
    <Suspense>
      <SignInDialog
        email={known?.user.email}
        onSignedIn={(userId) => {
          // Another user must see nothing of the previous one.
          if (known && known.user.id !== userId) location.reload();
          else resumeCalls();
        }}
      />
    </Suspense>
  );
}
