import type { MouseEvent as ReactMouseEvent } from 'react';

const OF_ITS_OWN = 'a, button, input, select, textarea, label, summary';

/** Takes over all clicks on rows, by their index, except those on their boxes. */
export function onRow(act: (index: number) => void): (event: ReactMouseEvent) => void {
  return (event) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest('input')) return;
    event.preventDefault();
    event.stopPropagation();
    const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
    if (index !== undefined) act(Number(index));
  };
}

/**
 * Opens the record of the clicked row, like its first link within the app. Not for interactive elements, nor after selecting text; with Ctrl, in a
 * new tab.
 */
export function openRow({ target, ctrlKey, metaKey, shiftKey }: ReactMouseEvent): void {
  if (!(target instanceof Element) || target.closest(OF_ITS_OWN) || getSelection()?.isCollapsed === false) return;
  const link = target.closest('[data-index]')?.querySelector('a:not([target])');
  link?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}
