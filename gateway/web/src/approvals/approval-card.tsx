import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { isUnreadable, operationQuery, useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { useKeyTexts } from '../shell/shortcuts.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { showToast } from '../ui/toasts.js';
import { ChangeView, Everything } from './change-view.js';
import { nameToType, visible, type ShownApproval } from './change-texts.js';
import { LOOK_MS } from './time-left.js';

const KEYS = { 'Ctrl Enter': 'Approve' } as const;

/** One call of an agent, as it was stored, once it is read. */
export function ApprovalCard({ approvalId }: { readonly approvalId: string }) {
  const read = useApproval(approvalId);
  if (isUnreadable(read)) return <PageError error={read.error} />;
  if (!read.data) return <SkeletonRows rows={3} rowClass="flex h-8 items-center" />;
  return <ApprovalSheet approval={read.data} />;
}

/** An approval as it is, read again while somebody looks at it. */
export function useApproval(approvalId: string) {
  return useQuery({ ...operationQuery('approvals.get', { approvalId }), refetchInterval: LOOK_MS });
}

/** What a call would change, and the decision. */
export function ApprovalSheet({ approval }: { readonly approval: ShownApproval }) {
  return (
    <div className="mt-3 flex flex-col gap-3">
      <p className="text-soft">
        <AskedThrough approval={approval} />
      </p>
      {approval.agentSays !== null && (
        <p className="[overflow-wrap:anywhere]">
          The agent says:{' '}
          <q className="italic">
            <bdi>{visible(approval.agentSays)}</bdi>
          </q>
        </p>
      )}
      {approval.status === 'pending' && approval.destructive && (
        <Notice tone="warn">This deletes something for good. It cannot be brought back.</Notice>
      )}
      <ChangeView approval={approval} />
      {approval.status === 'pending' ? <Decision approval={approval} /> : <Outcome approval={approval} />}
      <Everything approval={approval} />
    </div>
  );
}

function AskedThrough({ approval: { agentName, connectionId, operation } }: { readonly approval: ShownApproval }) {
  return (
    <>
      <bdi>{agentName === null ? 'An adapter of this installation' : visible(agentName)}</bdi> asks{' '}
      {connectionId === null ? 'for you' : 'through its connection'} to run <code>{operation}</code>.
    </>
  );
}

function Outcome({ approval: { status, expiresAt, usedAt } }: { readonly approval: ShownApproval }) {
  const { time } = useFormats();
  if (status === 'approved') return <p>The agent can do exactly this, once, until {time(expiresAt)}.</p>;
  if (status === 'used') return <p>The agent did this at {time(usedAt ?? expiresAt)}.</p>;
  if (status === 'executing') return <p>The agent is doing this now.</p>;
  if (status === 'unconfirmed') {
    return (
      <p>The agent began this, and it is not known whether it was done. Look at the record before you decide again.</p>
    );
  }
  if (status === 'denied') return <p>The agent cannot do this.</p>;
  return <p>Nobody decided in time, or the agent is not connected any more. It has to ask again.</p>;
}

function Decision({ approval }: { readonly approval: ShownApproval }) {
  const { approvalId, destructive } = approval;
  const approve = useChange('approvals.approve');
  const deny = useChange('approvals.deny');
  const [typed, setTyped] = useState('');
  const name = nameToType(approval);
  const isBusy = approve.isPending || deny.isPending;
  const canApprove = !isBusy && (!destructive || typed.trim() === name);
  const runApproval = (): void => {
    if (!canApprove) return;
    approve.mutate({ input: { approvalId } }, { onSuccess: () => showToast('Approved: the agent can do it once.') });
  };
  useControlEnter(runApproval);
  useKeyTexts(KEYS);
  const problem = approve.error ?? deny.error;
  return (
    <>
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
      <div className="flex flex-wrap items-center gap-2">
        <Button
          kind={destructive ? 'danger' : 'primary'}
          disabled={!canApprove}
          title="Ctrl Enter"
          onClick={runApproval}
        >
          Approve
        </Button>
        <Button
          disabled={isBusy}
          onClick={() => deny.mutate({ input: { approvalId } }, { onSuccess: () => showToast('Denied.') })}
        >
          Deny
        </Button>
        <span className="text-soft">The agent can then do exactly this, once, within 15 minutes.</span>
      </div>
    </>
  );
}

function refusalText(error: unknown): string {
  if (isApiError(error) && error.code === 'APPROVAL_STALE') {
    return 'The record has changed since the agent asked. Let it ask again.';
  }
  return describeError(error);
}

/** `Ctrl Enter` acts wherever the focus is, but not below a dialog. */
function useControlEnter(act: () => void): void {
  const current = useRef(act);
  useEffect(() => {
    current.current = act;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat || event.defaultPrevented) return;
      if (event.target instanceof Element && event.target.closest('[role=dialog]')) return;
      event.preventDefault();
      current.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
