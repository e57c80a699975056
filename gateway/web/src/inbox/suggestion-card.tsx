import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.js';
import { titleOf } from '../api/operation-titles.js';
import type { Item } from '../api/operations.js';
import { refreshAfter } from '../api/queries.js';
import { useChange } from '../api/queries.js';
import { Sent } from '../approvals/change-view.js';
import { useRecordNames } from '../records/record-names.js';
import { Button } from '../ui/button.js';
import { RelativeTime } from '../ui/relative-time.js';
import { showToast } from '../ui/toasts.js';
import { InboxCard } from './inbox-card.js';

type Suggestion = Item<'suggestions.list'>;

export function SuggestionCard({ suggestion }: { readonly suggestion: Suggestion }) {
  const accept = useAccept(suggestion);
  const dismiss = useChange('suggestions.dismiss');
  const { id, title, body, proposedBy, proposedChange, createdAt, version } = suggestion;
  const isBusy = accept.isPending || dismiss.isPending;
  return (
    <InboxCard
      title={<bdi>{title}</bdi>}
      error={accept.error ?? dismiss.error}
      actions={
        <>
          <Button disabled={isBusy} onClick={() => dismiss.mutate({ input: { suggestionId: id }, version })}>
            Dismiss
          </Button>
          <Button kind="primary" disabled={isBusy} onClick={() => accept.mutate()}>
            Accept
          </Button>
        </>
      }
    >
      <p className="whitespace-pre-wrap">
        <bdi>{body}</bdi>
      </p>
      {proposedChange !== null && <Proposal change={proposedChange} />}
      <p className="mt-1 text-soft">
        {proposedBy === 'agent' ? 'From an agent' : 'From you'}, <RelativeTime at={createdAt} />
      </p>
    </InboxCard>
  );
}

/** The change runs once and is never repeated automatically: the list then shows whether it ran. */
function useAccept({ id, title, version, proposedChange }: Suggestion) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => call('suggestions.accept', { suggestionId: id }, { version }),
    onSuccess: () => showToast(proposedChange === null ? `Accepted: ${title}` : `Done: ${title}`),
    onSettled: () => refreshAfter(queries, 'suggestions.accept'),
  });
}

/** The change, field by field. */
function Proposal({ change }: { readonly change: NonNullable<Suggestion['proposedChange']> }) {
  const title = titleOf(change.operation) ?? change.operation;
  const names = useRecordNames(change.input);
  const diff = [...names].map(([field, after]) => ({ field, after }));
  return (
    <div className="my-2 flex flex-col gap-2 rounded-md bg-sunken px-3 py-2">
      <p className="text-soft">
        If you accept, this is done in your name: <span className="text-ink">{title}</span>
      </p>
      <Sent called={{ ...change, summary: title, diff }} />
    </div>
  );
}
