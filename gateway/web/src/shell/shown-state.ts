import { useSyncExternalStore } from 'react';

/** Whether one overlay of the frame is open, shared by everything that opens it. */
export interface ShownState {
  readonly show: (isShown: boolean) => void;
  readonly useIsShown: () => boolean;
}

export function createShownState(): ShownState {
  const listeners = new Set<() => void>();
  let isOpen = false;
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    show(isShown) {
      isOpen = isShown;
      for (const listener of listeners) listener();
    },
    useIsShown: () => useSyncExternalStore(subscribe, () => isOpen),
  };
}
