import { useSyncExternalStore } from 'react';
import { type ImportDraft, KeptImport, type Place } from './kept-import.js';

const PAUSE_MS = 300;

const drafts = new Map<string, KeptImport>();

export function keptImportOf(userId: string): KeptImport {
  const known = drafts.get(userId);
  if (known) return known;
  const kept = new KeptImport(userId, { storage: STORAGE, window, pauseMs: PAUSE_MS });
  drafts.set(userId, kept);
  return kept;
}

/** Even reading the storage property may throw. */
const STORAGE: Place['storage'] = {
  getItem: (name) => localStorage.getItem(name),
  setItem: (name, text) => localStorage.setItem(name, text),
  removeItem: (name) => localStorage.removeItem(name),
};

export function useImportDraft(userId: string): ImportDraft {
  const kept = keptImportOf(userId);
  return useSyncExternalStore(kept.subscribe, kept.get);
}
