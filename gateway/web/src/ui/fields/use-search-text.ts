import { useEffect, useState } from 'react';

const TYPING_MS = 250;

/**
 * The text of a search field. Searches when typing pauses; follows a search that comes from elsewhere, such as a saved view or the Back button, but
 * never replaces what the user types with an earlier search of their own.
 */
export function useSearchText(
  value: string | undefined,
  onSearch: (text: string | undefined) => void,
): readonly [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(value ?? '');
  const [seen, setSeen] = useState(value);
  // Searches that the list does not show yet.
  const [sent, setSent] = useState<readonly (string | undefined)[]>([]);
  const latest = sent.length > 0 ? sent.at(-1) : value;
  if (value !== seen) {
    setSeen(value);
    const index = sent.lastIndexOf(value);
    const isOwn = index !== -1;
    setSent(isOwn ? sent.slice(index + 1) : []);
    if (!isOwn) setText(value ?? '');
  } else if (sent.length > 0 && latest === value) setSent([]);
  useEffect(() => {
    const wanted = text.trim() === '' ? undefined : text.trim();
    if (wanted === latest) return undefined;
    const timer = setTimeout(() => {
      setSent((before) => [...before, wanted]);
      onSearch(wanted);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, latest, onSearch]);
  return [text, setText];
}
