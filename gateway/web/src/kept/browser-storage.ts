/** Texts kept in this browser. If storage is full or forbidden, nothing is kept, but the page still has the value. */

/** A stored text; null when there is none, undefined when nothing can be stored. */
export function readText(name: string): string | null | undefined {
  try {
    return localStorage.getItem(name);
  } catch {
    return undefined;
  }
}

/** Stores a text; an empty one removes it. */
export function keepText(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Storage is full or forbidden.
  }
}
