import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { NAVIGATION } from './navigation.js';

const STORED = 'dealbridge.single-keys';
const SEQUENCE_MS = 1_200;

/** Whether single letters act (WCAG 2.1.4 wants a switch). */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    localStorage.setItem(STORED, isOn ? 'on' : 'off');
  } catch {
    // A browser that keeps nothing keeps them on.
  }
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
  );
}

/** Keys of a page, by what `KeyboardEvent.key` says. They never act in a field or below a dialog. */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (!areSingleKeysOn()) return;
      const act = current.current[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** `g` and a letter go to a page. */
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
