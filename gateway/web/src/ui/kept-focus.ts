import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';

interface Focused {
  readonly element: HTMLElement;
  readonly row: HTMLElement | null;
  /** Until the user leaves it; its removal does not count. */
  readonly isHeld: boolean;
}

interface FocusHandlers {
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

const ROW = 'li, [data-index]';

/**
 * Keeps the focus in a list as its rows change: a moved element gets it back, and a removed one passes it to its row, else to the row that took its
 * place, or, if all rows are drawn, to the whole list.
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): FocusHandlers {
  const last = useRef<Focused>(undefined);
  useLayoutEffect(() => {
    if (!last.current || document.activeElement !== document.body) return;
    const { element, row, isHeld } = last.current;
    if (element.isConnected) {
      if (isHeld) element.focus({ preventScroll: true });
      return;
    }
    const place = row?.isConnected ? row : replacementOf(row, list.current);
    if (!place) return;
    // In a list with groups, the row is within its place.
    const target = place.querySelector<HTMLElement>(':scope > [aria-rowindex]') ?? place;
    last.current = undefined;
    target.setAttribute('tabindex', '-1');
    target.focus({ preventScroll: true });
  });
  return {
    onFocus({ target }) {
      // Overlays of a row report to it, too.
      if (!(target instanceof HTMLElement) || !list.current?.contains(target)) return;
      last.current = { element: target, row: target.closest<HTMLElement>(ROW), isHeld: true };
    },
    onBlur({ target }) {
      if (last.current?.element === target) last.current = { ...last.current, isHeld: false };
    },
  };
}

function replacementOf(row: HTMLElement | null, list: HTMLElement | null): HTMLElement | null {
  const index = row?.dataset['index'];
  if (!list || index === undefined) return list;
  return list.querySelector<HTMLElement>(`[data-index="${index}"]`);
}
