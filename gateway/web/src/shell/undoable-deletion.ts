import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { describeError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { hideRecords, showRecords } from '../api/hidden-records.js';
import type { Input, OperationName } from '../api/operations.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { refreshAfter } from '../api/queries.js';
import { randomKey } from '../api/random-key.js';
import { describeResults, failedIds } from '../bulk/describe-results.js';
import { showError, showToast } from '../ui/toasts.js';
import { useFormats } from './account.js';
import { keepLeftDeletions } from './left-deletions.js';
import { type SendDeletion, WaitingDeletions } from './waiting-deletions.js';

const UNDO_MS = 8_000;

const deletions = new WaitingDeletions({ window, document }, keepLeftDeletions);

/** Sends the waiting deletions, as when the user signs out. */
export function sendDeletions(): Promise<void> {
  return deletions.sendAll();
}

/** Cancels the deletion of a record that still waits, and shows the record again. */
export function takeBackDeletion(id: string): void {
  if (deletions.takeBack(id)) showRecords([id]);
}

interface Deletion<Name extends OperationName> {
  /** Id of the record, which lists hide at once. */
  readonly id: string;
  /** Id of the record that changes, if that is another. */
  readonly recordId?: string;
  /** Its name in messages, such as "the task". */
  readonly what: string;
  readonly input: Input<Name>;
  readonly version: number;
}

/**
 * Deletes a record without dependents: it disappears at once, can be restored for eight seconds, and is deleted then, or when the page is left or
 * hidden. On failure it comes back with the reason. `done` is the past participle of the action, if it is not a deletion.
 */
export function useUndoableDeletion<Name extends OperationName>(
  name: Name,
  done: 'Deleted' | 'Removed' = 'Deleted',
): (deletion: Deletion<Name>) => void {
  const queries = useQueryClient();
  return useCallback(
    ({ id, recordId = id, what, input, version }) => {
      const send: SendDeletion = async (options) => {
        try {
          const current = versionAfterOwnChanges(recordId, version);
          await call(name, input, { version: current, key: randomKey(), ...options });
        } catch (error) {
          showRecords([id]);
          showError(`Not ${done.toLowerCase()}: ${describeError(error)}`);
        }
        refreshAfter(queries, name);
      };
      hideRecords([id]);
      const until = deletions.add(id, send, UNDO_MS);
      const undo = { label: 'Undo', run: () => takeBackDeletion(id) };
      showToast(`${done} ${what}.`, { action: undo, shownMs: UNDO_MS, until });
    },
    [name, done, queries],
  );
}

/** Operations that do the same to many records. */
export type BulkName =
  `${'deals' | 'tasks' | 'payments' | 'videos' | 'contacts' | 'influencers' | 'short_links'}.bulk_change`;

interface BulkDeletion {
  readonly ids: readonly string[];
  /** Their name in messages, such as "3 deals". */
  readonly what: string;
  /** Called with those that came back. */
  readonly onFailed: (ids: readonly string[]) => void;
}

/** Deletes many records as `useUndoableDeletion` does one; failed ones come back with their reasons. */
export function useBulkDeletion(name: BulkName): (deletion: BulkDeletion) => void {
  const queries = useQueryClient();
  const { count } = useFormats();
  return useCallback(
    ({ ids, what, onFailed }) => {
      const waitsAs = ids.join(',');
      const send: SendDeletion = async (options) => {
        try {
          const input = { ids: [...ids], action: { kind: 'delete' as const } };
          const { results } = await call(name, input, { key: randomKey(), ...options });
          const failed = failedIds(results);
          if (failed.length > 0) {
            showRecords(failed);
            showError(describeResults(results, 'deleted', count));
            onFailed(failed);
          }
        } catch (error) {
          showRecords(ids);
          showError(`Not deleted: ${describeError(error)}`);
        }
        refreshAfter(queries, name);
      };
      hideRecords(ids);
      const until = deletions.add(waitsAs, send, UNDO_MS);
      const takeBack = (): void => {
        if (deletions.takeBack(waitsAs)) showRecords(ids);
      };
      showToast(`Deleted ${what}.`, { action: { label: 'Undo', run: takeBack }, shownMs: UNDO_MS, until });
    },
    [name, queries, count],
  );
}
