/** The row of the table that has the focus. */
export function focusedRow(): number | undefined {
  const index = document.activeElement?.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? undefined : Number(index);
}
