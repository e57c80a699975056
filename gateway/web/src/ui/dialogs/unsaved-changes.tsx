import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../button.js';
import { Dialog } from './dialog.js';
import { DialogGuard, type LeaveGuard } from './leave-guard.js';

interface UnsavedChanges {
  /** Handles the form's "Cancel". */
  readonly leave: LeaveGuard;
  /** Saves, without asking during the save, or later about what was saved. */
  readonly untilSaved: <Left>(save: () => Promise<Left | undefined>) => Promise<Left | undefined>;
  /** The question, in place. */
  readonly question: ReactNode;
}

/**
 * Asks before discarding input: when its dialog closes, on "Cancel", and when leaving the page, for which the browser asks in its own words if the
 * document goes too. `read` returns the form's values.
 */
export function useUnsavedChanges(read: () => unknown): UnsavedChanges {
  const setGuard = use(DialogGuard);
  const [leaving, setLeaving] = useState<() => void>();
  const isSaving = useRef(false);
  const start = useRef<string>(undefined);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
    start.current ??= JSON.stringify(read());
  });
  const isChanged = useCallback(() => !isSaving.current && JSON.stringify(latest.current()) !== start.current, []);
  const leave = useCallback<LeaveGuard>((go) => (isChanged() ? setLeaving(() => go) : go()), [isChanged]);
  useEffect(() => setGuard?.(leave), [setGuard, leave]);
  const blocked = useBlocker({ shouldBlockFn: isChanged, enableBeforeUnload: isChanged, withResolver: true });
  const forget = (): void => {
    start.current = JSON.stringify(latest.current());
  };
  const untilSaved: UnsavedChanges['untilSaved'] = async (save) => {
    isSaving.current = true;
    try {
      const left = await save();
      if (left === undefined) forget();
      return left;
    } finally {
      isSaving.current = false;
    }
  };
  const keep = (): void => {
    setLeaving(undefined);
    blocked.reset?.();
  };
  const discard = (): void => {
    forget();
    setLeaving(undefined);
    leaving?.();
    blocked.proceed?.();
  };
  const isAsking = leaving !== undefined || blocked.status === 'blocked';
  return { leave, untilSaved, question: isAsking && <DiscardDialog onKeep={keep} onDiscard={discard} /> };
}

function DiscardDialog({ onKeep, onDiscard }: { readonly onKeep: () => void; readonly onDiscard: () => void }) {
  return (
    <Dialog title="Discard changes?" isOpen onClose={onKeep}>
      <p className="mb-4">Your changes aren't saved.</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button autoFocus onClick={onKeep}>
          Keep editing
        </Button>
        <Button kind="danger" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Dialog>
  );
}
