/** Whether this browser can copy images. On plain http none can. */
export function canCopyImages(): boolean {
  return typeof ClipboardItem !== 'undefined' && typeof navigator.clipboard?.write === 'function';
}

/** Copies a PNG image; returns whether it worked. */
export async function copyImage(url: string): Promise<boolean> {
  try {
    // Safari forgets the click while the image is fetched unless it gets the promise itself.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': readImage(url) })]);
    return true;
  } catch {
    return false;
  }
}

async function readImage(url: string): Promise<Blob> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`Couldn't load the image (${answer.status}). Try again.`);
  return answer.blob();
}
