import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';

interface Focused {
  readonly element: Element;
  /** Index of its row in the section. */
  readonly index: number;
}

interface FocusHandlers {
  readonly onFocus: FocusEventHandler;
  readonly onBlur: FocusEventHandler;
}

/**
 * When the focused button disappears from its row, or with it, moves the focus to the button of the next row, else to the section's heading.
 * Ignores elements outside rows.
 */
export function useNextFocus(section: RefObject<HTMLElement | null>): FocusHandlers {
  const last = useRef<Focused>(undefined);
  useLayoutEffect(() => {
    if (!last.current || last.current.element.isConnected) return;
    const { index } = last.current;
    last.current = undefined;
    if (!section.current || document.activeElement !== document.body) return;
    const buttons = rowsOf(section.current)
      .slice(index)
      .map((row) => row.querySelector('button'));
    const next = buttons.find((button) => button !== null) ?? section.current.querySelector('h2');
    next?.focus({ preventScroll: true });
  });
  return {
    onFocus({ target, currentTarget }) {
      const row = target.closest('li');
      last.current = row ? { element: target, index: rowsOf(currentTarget).indexOf(row) } : undefined;
    },
    // React fires no blur when it removes the focused element.
    onBlur() {
      last.current = undefined;
    },
  };
}

function rowsOf(section: Element): readonly Element[] {
  return [...section.querySelectorAll('li')];
}
