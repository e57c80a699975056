/** The state of the first steps in this browser: whether they are hidden, and the one that the server does not know. */
const HIDDEN = 'dealbridge.first-steps';
const REPORTED = 'dealbridge.report-copied';

function isKept(name: string): boolean {
  try {
    return localStorage.getItem(name) !== null;
  } catch {
    return true;
  }
}

function keep(name: string): void {
  try {
    localStorage.setItem(name, 'yes');
  } catch {
    // A browser without storage shows no steps at all.
  }
}

const listeners = new Set<() => void>();

export function subscribeToSteps(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const areStepsHidden = (): boolean => isKept(HIDDEN);

export const isReportCopied = (): boolean => isKept(REPORTED);

export function hideSteps(): void {
  keep(HIDDEN);
  for (const listener of listeners) listener();
}

export function noteReportCopied(): void {
  keep(REPORTED);
  for (const listener of listeners) listener();
}
