import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let isOpen = false;

/** Opens the copilot beside the page, or closes it. */
export function showPanel(isShown: boolean): void {
  isOpen = isShown;
  for (const listener of listeners) listener();
}

/** Whether the copilot is open beside the page. */
export function useIsPanelOpen(): boolean {
  return useSyncExternalStore(subscribe, () => isOpen);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
