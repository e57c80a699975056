/** Whether the user must sign in again before waiting calls can continue. */
import { createAtom, useSelector } from '@tanstack/react-store';

const renewal = createAtom<PromiseWithResolvers<void> | null>(null);

/** Notifies other tabs of a sign-out. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('dealbridge-session');

/** When the user last signed in again, as `performance.now()`. */
let resumedAt = -Infinity;

/**
 * For a call refused because the session has ended: resolves when the user has signed in again since the call was sent, perhaps before its refusal
 * arrived.
 */
export function waitForSignIn(sentAt: number): Promise<void> {
  if (sentAt < resumedAt) return Promise.resolve();
  const waiting = renewal.get() ?? Promise.withResolvers<void>();
  renewal.set(waiting);
  return waiting.promise;
}

/** Lets the waiting calls continue. */
export function resumeCalls(): void {
  resumedAt = performance.now();
  renewal.get()?.resolve();
  renewal.set(null);
}

export function useSessionEnded(): boolean {
  return useSelector(renewal, (waiting) => waiting !== null);
}

/** Notifies the other tabs that the user has signed out. */
export function announceSignOut(): void {
  channel?.postMessage('signed-out'); // oxlint-disable-line unicorn/require-post-message-target-origin -- a channel has no other origins
}

/** Runs when another tab has signed out, and when a page comes back by the back button after that. */
export function onSignedOutElsewhere(leave: () => void): void {
  channel?.addEventListener('message', leave);
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
}
