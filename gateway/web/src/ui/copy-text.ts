/** Copies a text, or the promise of one. On plain http browsers have no clipboard, so it selects a field instead. Returns whether it worked. */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator) {
      // Safari forgets the click while a text is fetched unless it gets the promise itself.
      const blob = Promise.resolve(text).then((ready) => new Blob([ready], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      return true;
    }
  } catch {
    // Refused, or unavailable on this page: use the other way.
  }
  return copyBySelection(await text);
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  document.body.append(field);
  field.select();
  // The only way on plain http.
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
