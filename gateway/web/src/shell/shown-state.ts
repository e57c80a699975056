import { createAtom, useSelector } from '@tanstack/react-store';

/** Whether one overlay of the frame is open, shared by everything that opens it. */
export interface ShownState {
  readonly show: (isShown: boolean) => void;
  readonly useIsShown: () => boolean;
}

export function createShownState(): ShownState {
  const isOpen = createAtom(false);
  return { show: (isShown) => isOpen.set(isShown), useIsShown: () => useSelector(isOpen) };
}
