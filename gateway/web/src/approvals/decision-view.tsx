import { useEffect, useRef, useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { useKeyTexts } from '../shell/shortcuts.js';
import { Button } from '../ui/button.js';
import { DecisionButtons } from '../ui/decision-buttons.js';
import { TextField } from '../ui/fields/field.js';
import { Notice } from '../ui/notice.js';
import { nameToType, type ShownApproval } from './change-texts.js';

const KEYS = { 'Ctrl Enter': 'Approve' } as const;

interface DecisionViewProps {
  readonly approval: ShownApproval;
  /** The effect of an approval. */
  readonly hint: string;
  readonly isBusy: boolean;
  /** Why the last decision failed; null otherwise. */
  readonly problem: unknown;
  /** Whether `Ctrl Enter` approves regardless of the focus. */
  readonly isWholePage: boolean;
  readonly onApprove: () => void;
  readonly onDeny: () => void;
}

/** Approves or denies a call. To approve a deletion, the user types the record's name. */
export function DecisionView(props: DecisionViewProps) {
  const { approval, hint, isBusy, problem, isWholePage, onApprove, onDeny } = props;
  const { destructive } = approval;
  const [typed, setTyped] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const name = nameToType(approval);
  const canApprove = !isBusy && (!destructive || typed.trim() === name);
  const approve = (): void => {
    if (canApprove) onApprove();
  };
  useControlEnter(approve, (target) => isWholePage || place.current?.contains(target) === true);
  useKeyTexts(KEYS);
  return (
    <div ref={place} className="flex flex-col gap-3">
      {destructive && (
        <TextField
          label={`Type “${name}” to approve the deletion`}
          value={typed}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      {problem !== null && <Notice tone="bad">{refusalText(problem)}</Notice>}
      <DecisionButtons hint={hint}>
        <Button disabled={isBusy} onClick={onDeny}>
          Deny
        </Button>
        <Button kind={destructive ? 'danger' : 'primary'} disabled={!canApprove} title="Ctrl Enter" onClick={approve}>
          Approve
        </Button>
      </DecisionButtons>
    </div>
  );
}

function refusalText(error: unknown): string {
  if (isApiError(error) && error.code === 'APPROVAL_STALE') {
    return 'The record changed after the agent asked. Ask the agent to try again.';
  }
  return describeError(error);
}

/** Handles `Ctrl Enter`, except below a dialog. */
function useControlEnter(act: () => void, isMeant: (target: Element) => boolean): void {
  const current = useRef({ act, isMeant });
  useEffect(() => {
    current.current = { act, isMeant };
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
      if (!(event.target instanceof Element) || event.target.closest('[role=dialog]')) return;
      if (!current.current.isMeant(event.target)) return;
      event.preventDefault();
      current.current.act();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
