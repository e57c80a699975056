import { createContext } from 'react';

/** Leaves at once if nothing would be lost, else once the user confirms. */
export type LeaveGuard = (leave: () => void) => void;

/** For a dialog: makes its form ask before the dialog closes, until the returned function is called. */
export const DialogGuard = createContext<((guard: LeaveGuard) => () => void) | undefined>(undefined);
