import { useEffect, useState } from 'react';

const PAUSE_MS = 300;

/** A text that is kept in this browser while it is written, so that leaving the page loses nothing. */
export function useDraft(name: string): [text: string, setText: (text: string) => void] {
  const stored = `dealbridge.draft.${name}`;
  const [text, setText] = useState(() => read(stored));
  useEffect(() => {
    const timer = setTimeout(() => write(stored, text), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      write(stored, text);
    };
  }, [stored, text]);
  return [text, setText];
}

function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

function write(name: string, text: string): void {
  try {
    if (text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Full or forbidden: the text is still on the page.
  }
}
