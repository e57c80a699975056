import { type Dispatch, type SetStateAction, useEffect, useRef, useState } from 'react';
import { keepText, readText } from './browser-storage.js';

const PAUSE_MS = 300;

/** How to serialize a value; an empty text removes it. */
export interface Writing<Value> {
  /** Also parses text of other versions; never throws. */
  readonly read: (text: string) => Value;
  readonly write: (value: Value) => string;
}

const AS_TEXT: Writing<string> = { read: (text) => text, write: (text) => text };

/** A text kept in this browser while it is being typed, so that it survives leaving the page. */
export function useDraft(name: string): [text: string, setText: Dispatch<SetStateAction<string>>] {
  return useKept(name, AS_TEXT);
}

/** A value kept in this browser while it changes: stored when changes pause, or when the user leaves the page. `writing` must stay the same. */
export function useKept<Value>(
  name: string,
  writing: Writing<Value>,
): [value: Value, setValue: Dispatch<SetStateAction<Value>>] {
  const stored = `dealbridge.draft.${name}`;
  const [value, setValue] = useState(() => writing.read(readText(stored) ?? ''));
  /** Stores pending changes. */
  const pending = useRef<() => void>(undefined);
  const known = useRef(value);
  useEffect(() => {
    if (known.current === value) return undefined;
    known.current = value;
    const keep = (): void => {
      pending.current = undefined;
      keepText(stored, writing.write(value));
    };
    pending.current = keep;
    const timer = setTimeout(keep, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [stored, writing, value]);
  useEffect(() => {
    const keep = (): void => pending.current?.();
    addEventListener('pagehide', keep);
    return () => {
      removeEventListener('pagehide', keep);
      keep();
    };
  }, []);
  return [value, setValue];
}

/** Deletes the text stored under the name. */
export function forgetDraft(name: string): void {
  keepText(`dealbridge.draft.${name}`, '');
}
