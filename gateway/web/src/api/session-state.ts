/** Whether the user must sign in again before waiting calls can continue. */
import { useSyncExternalStore } from 'react';

let renewal: PromiseWithResolvers<void> | undefined;
const listeners = new Set<() => void>();

/** Tells other tabs about a sign-out. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('dealbridge-session');

function tell(): void {
  for (const listener of listeners) listener();
}

/** When the user last signed in again, as `performance.now()`. */
let resumedAt = -Infinity;

/**
 * For a call refused because the session has ended: resolves when the user has signed in again since the call was sent, perhaps before its refusal
 * arrived.
 */
export function signedInAgain(sentAt: number): Promise<void> {
  if (sentAt < resumedAt) return Promise.resolve();
  renewal ??= Promise.withResolvers<void>();
  tell();
  return renewal.promise;
}

/** Lets the waiting calls continue. */
export function resumeCalls(): void {
  resumedAt = performance.now();
  renewal?.resolve();
  renewal = undefined;
  tell();
}

export function useSessionEnded(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => renewal !== undefined,
  );
}

/** Tells the other tabs that the user has signed out. */
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
