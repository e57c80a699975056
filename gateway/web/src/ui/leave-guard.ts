import { createContext } from 'react';

/** Leaves at once where nothing would be lost, else once the user has said so. */
export type LeaveGuard = (leave: () => void) => void;

/** Of a dialog: has the form in it asked before the dialog closes, until what this answers is called. */
export const DialogGuard = createContext<((guard: LeaveGuard) => () => void) | undefined>(undefined);
