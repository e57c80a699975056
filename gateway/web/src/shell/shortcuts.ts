import { useNavigate } from '@tanstack/react-router';
import { createAtom, useSelector } from '@tanstack/react-store';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { keepText, readText } from '../kept/browser-storage.js';
import { NAVIGATION } from './navigation.js';

const STORED = 'dealbridge.single-keys';
const SEQUENCE_MS = 1_200;

/** Whether single-letter keys are on (WCAG 2.1.4 requires a switch). */
export function areSingleKeysOn(): boolean {
  return readText(STORED) !== 'off';
}

export function setSingleKeys(isOn: boolean): void {
  keepText(STORED, isOn ? 'on' : 'off');
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog]') !== null
  );
}

export interface KeyAction {
  /** Its action, such as "New deal"; shown in the list of keys. */
  readonly about: string;
  readonly run: () => void;
}

/** A page's keys, by `KeyboardEvent.key`. */
export type Keys = Readonly<Record<string, KeyAction>>;

interface KeysInUse {
  readonly current: Readonly<Record<string, { readonly about: string }>>;
}

const inUse = createAtom<readonly KeysInUse[]>([]);

/** Adds keys to the list. Returns the function that removes them. */
function listKeys(keys: KeysInUse): () => void {
  inUse.set((before) => [...before, keys]);
  return () => inUse.set((before) => before.filter((other) => other !== keys));
}

/** The current single keys and their actions. Updates with the page. */
export function useKeysInUse(): readonly (readonly [key: string, about: string])[] {
  const keys = useSelector(inUse);
  return keys.flatMap(({ current }) => Object.entries(current).map(([key, { about }]) => [key, about] as const));
}

/** Enables single keys while the component is mounted. They never act in a field or below a dialog. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  // Before the page is painted, so that a key acts on the rows that the user sees.
  useLayoutEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const unlist = listKeys(current);
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!areSingleKeysOn()) return;
      const action = current.current[event.key];
      if (!action) return;
      event.preventDefault();
      action.run();
    };
    addEventListener('keydown', onKey);
    return () => {
      unlist();
      removeEventListener('keydown', onKey);
    };
  }, []);
}

/** Adds keys of the page's own fields to the list of keys. */
export function useKeyTexts(texts: Readonly<Record<string, string>>): void {
  useEffect(() => {
    const entries = Object.entries(texts).map(([key, about]) => [key, { about }] as const);
    const described = { current: Object.fromEntries(entries) };
    return listKeys(described);
  }, [texts]);
}

/** The keys that move between rows. */
export function moveKeys(move: (step: 1 | -1) => void): Keys {
  const next = { about: 'Next row', run: () => move(1) };
  const previous = { about: 'Previous row', run: () => move(-1) };
  return { j: next, ArrowDown: next, k: previous, ArrowUp: previous };
}

/** `g` and a letter open a page. */
export function useNavigationKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let begunAt = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || !areSingleKeysOn()) return;
      const isSecond = event.timeStamp - begunAt < SEQUENCE_MS;
      begunAt = !isSecond && event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const item = NAVIGATION.flatMap(({ items }) => items).find(({ letter }) => letter === event.key);
      if (!isSecond || !item) return;
      event.preventDefault();
      void navigate({ to: item.path });
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [navigate]);
}
