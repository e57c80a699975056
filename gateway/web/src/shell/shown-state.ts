import { useSyncExternalStore } from 'react';

/** Whether one thing of the frame is open, for all that opens it. */
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
