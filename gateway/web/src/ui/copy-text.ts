/**
 * Puts a text on the clipboard; one that is still to be fetched may come as a promise. On plain http browsers have no clipboard, so a
 * selected field is used instead. Returns whether it worked.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    if (typeof ClipboardItem !== 'undefined' && 'clipboard' in navigator) {
      // Safari forgets the click while a text is fetched unless it gets the promise itself.
      const blob = Promise.resolve(text).then((ready) => new Blob([ready], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
      return true;
    }
  } catch {
    // Refused, or not for this kind of page: the other way is left.
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
  // The only way that plain http leaves.
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
