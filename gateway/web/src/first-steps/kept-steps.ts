/** The state of the first steps in this browser: whether they are hidden, and the one that the server does not know. */
import { createAtom, useSelector } from '@tanstack/react-store';
import { keepText, readText } from '../kept/browser-storage.js';

const HIDDEN = 'dealbridge.first-steps';
const REPORTED = 'dealbridge.report-copied';

// A browser without storage shows no steps at all.
const isHidden = createAtom(readText(HIDDEN) !== null);
const isCopied = createAtom(readText(REPORTED) !== null);

export const useAreStepsHidden = (): boolean => useSelector(isHidden);

export const useIsReportCopied = (): boolean => useSelector(isCopied);

export function hideSteps(): void {
  keepText(HIDDEN, 'yes');
  isHidden.set(true);
}

export function noteReportCopied(): void {
  keepText(REPORTED, 'yes');
  isCopied.set(true);
}
