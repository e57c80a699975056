import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import type { Item } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { Button } from '../ui/button.js';
import { TextArea } from '../ui/fields/field.js';
import { Notice } from '../ui/notice.js';
import { showToast } from '../ui/toasts.js';
import { showHidden } from './show-hidden.js';

type Candidate = Item<'copilot.list_candidates'>;

const STATEMENT_MAX = 280;

/** Suggested memories from the user's words; nothing when there are none. */
export function LearningCards() {
  const { data } = useOperation('copilot.list_candidates', { stage: 'proposed', limit: 10 });
  if (!data || data.items.length === 0) return null;
  return (
    <section aria-labelledby="learning" className="mb-6 flex flex-col gap-3">
      <h2 id="learning" className="text-base font-semibold">
        Remember this?
      </h2>
      {data.items.map((candidate) => (
        <LearningCard key={candidate.id} candidate={candidate} />
      ))}
    </section>
  );
}

function LearningCard({ candidate }: { readonly candidate: Candidate }) {
  const { id: candidateId, replaces } = candidate;
  const suggested = showHidden(candidate.statement);
  const [statement, setStatement] = useState(suggested);
  const deciding = useChange('copilot.decide_candidate');
  const decide = (decision: 'accept' | 'reject'): void => {
    const own = decision === 'accept' && statement !== suggested ? { statement } : {};
    deciding.mutate(
      { input: { candidateId, decision, ...own } },
      { onSuccess: () => showToast(decision === 'accept' ? 'Memory saved' : 'Dismissed for 90 days') },
    );
  };
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line-strong bg-surface p-3">
      <TextArea
        label="You said"
        rows={2}
        maxLength={STATEMENT_MAX}
        value={statement}
        onChange={(event) => setStatement(event.currentTarget.value)}
      />
      {replaces && (
        <p className="text-[13px] text-soft [overflow-wrap:anywhere]">
          Archives the memory “<bdi>{showHidden(replaces.content)}</bdi>”.
        </p>
      )}
      {deciding.isError && <Notice tone="bad">{describeError(deciding.error)}</Notice>}
      <div className="flex flex-wrap gap-2">
        <Button
          kind="primary"
          disabled={deciding.isPending || statement.trim() === ''}
          onClick={() => decide('accept')}
        >
          Remember
        </Button>
        <Button disabled={deciding.isPending} onClick={() => decide('reject')}>
          Dismiss
        </Button>
      </div>
    </div>
  );
}
