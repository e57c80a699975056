import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email typed on the sign-in page before; in no address, because addresses are logged. */
    readonly email?: string;
  }
}

/** The email that the visitor typed on the page before; empty when none. */
export function useCarriedEmail(): string {
  // `useLocation` would load the frame of the app, with which it shares a file.
  const { state } = useRouter();
  const [email] = useState(() => state.location.state.email ?? '');
  return email;
}
