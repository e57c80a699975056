import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';

/** The rows from which a page was opened, by the key of their list's entry in the history. */
const left = new Map<string, string>();

interface Rows<Each> {
  readonly items: readonly Each[];
  readonly keyOf: (item: Each) => string;
}

/** Focuses the row from which the user left, once they are back and it is drawn. Returns the handler that notes the row of a clicked link. */
export function useReturnedFocus<Each>(
  list: RefObject<HTMLElement | null>,
  { items, keyOf }: Rows<Each>,
): (event: MouseEvent) => void {
  const { history } = useRouter();
  const readEntry = (): string => history.location.state.__TSR_key ?? '';
  const [leftFrom] = useState(() => left.get(readEntry()));
  const wanted = useRef(leftFrom);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const index = items.findIndex((item) => keyOf(item) === wanted.current);
    const link = list.current?.querySelector<HTMLElement>(`[data-index="${index}"] a`);
    if (document.activeElement === document.body) {
      if (!link) return;
      link.focus({ preventScroll: true });
    }
    wanted.current = undefined;
  });
  return ({ target }) => {
    if (!(target instanceof Element) || !target.closest('a')) return;
    const item = items[Number(target.closest<HTMLElement>('[data-index]')?.dataset['index'] ?? -1)];
    if (item !== undefined) left.set(readEntry(), keyOf(item));
  };
}
