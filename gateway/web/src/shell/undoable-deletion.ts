import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { hideRecord, showRecord } from '../api/hidden-records.js';
import type { Input, OperationName } from '../api/operations.js';
import { refreshAfter } from '../api/queries.js';
import { randomKey } from '../api/random-key.js';
import { showToast } from '../ui/toasts.js';

const UNDO_MS = 8_000;

type Send = (options?: { readonly outlivesPage: true }) => Promise<void>;

/** Deletions that can still be taken back, by the record's id. */
const waiting = new Map<string, { readonly send: Send; readonly timer: number }>();

/** Sends the deletions that wait, as when somebody signs out. */
export async function sendDeletions(): Promise<void> {
  await Promise.all([...waiting.values()].map(({ send }) => send()));
}

addEventListener('pagehide', () => {
  for (const { send } of waiting.values()) void send({ outlivesPage: true });
});

interface Deletion<Name extends OperationName> {
  /** Id of the record, which lists hide at once. */
  readonly id: string;
  /** What is said of it, such as "the task". */
  readonly what: string;
  readonly input: Input<Name>;
  readonly version: number;
}

/**
 * Deletes a record that takes no other with it: it is gone from the page at once, can be taken back for eight seconds, and is deleted
 * then, or when the page is left. What could not be deleted comes back with the reason.
 */
export function useUndoableDeletion<Name extends OperationName>(name: Name): (deletion: Deletion<Name>) => void {
  const queries = useQueryClient();
  return useCallback(
    ({ id, what, input, version }) => {
      const forget = (): void => {
        clearTimeout(waiting.get(id)?.timer);
        waiting.delete(id);
      };
      const send: Send = async (options) => {
        forget();
        try {
          await call(name, input, { version, key: randomKey(), ...options });
        } catch (error) {
          showRecord(id);
          showToast(`Not deleted: ${describeError(error)}`);
        }
        refreshAfter(queries, name);
      };
      const undo = (): void => {
        if (!waiting.has(id)) return;
        forget();
        showRecord(id);
      };
      waiting.set(id, { send, timer: window.setTimeout(() => void send(), UNDO_MS) });
      hideRecord(id);
      showToast(`Deleted ${what}.`, { action: { label: 'Undo', run: undo }, shownMs: UNDO_MS });
    },
    [name, queries],
  );
}
