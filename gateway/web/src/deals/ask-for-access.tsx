import { Lock } from 'lucide-react';
import { useState } from 'react';
import { describeError } from '../api/api-error.js';
import { useChange, useList } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { Button } from '../ui/button.js';
import { TextArea } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';
import type { Deal } from './deal-texts.js';

/** Amounts of somebody else's deal are for those whom its owner has granted them. */
export function AskForAccess({ deal }: { readonly deal: Deal }) {
  const { nameOf } = usePeople();
  const { time } = useFormats();
  const requests = useList('access_requests.list', { status: 'pending' });
  const asking = useChange('access_requests.create');
  const [problem, setProblem] = useState<string>();
  const pending = requests.items.find(
    ({ scope, ownerId, entityId }) =>
      scope === 'deal.amount' && ownerId === deal.ownerId && (entityId === null || entityId === deal.id),
  );

  const ask = async (form: FormData): Promise<void> => {
    setProblem(undefined);
    const input = {
      ownerId: deal.ownerId,
      scope: 'deal.amount',
      entityId: deal.id,
      reason: textOf(form, 'reason'),
    } as const;
    await asking.mutateAsync({ input }).catch((error: unknown) => setProblem(describeError(error)));
  };

  return (
    <div className="flex max-w-lg flex-col gap-4">
      <p className="flex items-center gap-2">
        <Lock size={15} aria-hidden /> {nameOf(deal.ownerId)} does not show you the amounts of this deal.
      </p>
      {pending ? (
        <Notice>You asked on {time(pending.createdAt)}. The answer shows here.</Notice>
      ) : (
        <form
          className="flex flex-col items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            void ask(new FormData(event.currentTarget));
          }}
        >
          {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
          <TextArea
            label="Why do you need them?"
            name="reason"
            rows={3}
            required
            maxLength={1_000}
            className="w-full"
          />
          <Button kind="primary" type="submit" disabled={asking.isPending}>
            Ask to see the amounts
          </Button>
        </form>
      )}
    </div>
  );
}
