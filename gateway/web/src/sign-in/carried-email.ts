import { useLocation } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The email typed on the sign-in page before; in no address, because addresses are logged. */
    readonly email?: string;
  }
}

/** The email that the visitor typed on the page before; empty when none. */
export function useCarriedEmail(): string {
  return useLocation({ select: ({ state }) => state.email ?? '' });
}
