import { useState } from 'react';
import type { Item } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { DateField } from '../ui/fields/date-field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { showToast } from '../ui/toasts.js';
import { InboxCard } from './inbox-card.js';

type AccessRequest = Item<'access_requests.list'>;

interface CardProps {
  readonly request: AccessRequest;
}

/** A pending request: approved until a day or until revoked, or denied. */
export function RequestCard({ request }: CardProps) {
  const { nameOf } = usePeople();
  const [isApproving, setApproving] = useState(false);
  const deny = useChange('access_requests.deny');
  return (
    <InboxCard
      title={
        <>
          <bdi>{nameOf(request.requesterId)}</bdi> asks to see <Wanted request={request} />
        </>
      }
      error={deny.error}
      actions={
        <>
          <Button
            disabled={deny.isPending}
            onClick={() =>
              deny.mutate({ input: { requestId: request.id } }, { onSuccess: () => showToast('Request denied') })
            }
          >
            Deny
          </Button>
          <Button kind="primary" onClick={() => setApproving(true)}>
            Approve…
          </Button>
        </>
      }
    >
      <p className="whitespace-pre-wrap text-soft">
        <bdi>{request.reason}</bdi>
      </p>
      {isApproving && <ApproveDialog request={request} onClose={() => setApproving(false)} />}
    </InboxCard>
  );
}

function ApproveDialog({ request, onClose }: CardProps & { readonly onClose: () => void }) {
  const today = useToday();
  const { nameOf } = usePeople();
  const approve = useChange('access_requests.approve');
  const name = nameOf(request.requesterId);
  return (
    <Dialog title={`Give ${name} access`} isOpen onClose={onClose}>
      <RecordForm
        action="Approve"
        fields={['expiresAt']}
        onCancel={onClose}
        submit={async (form) => {
          const expiresAt = textOf(form, 'until') || null;
          await approve.mutateAsync({ input: { requestId: request.id, expiresAt } });
          showToast(`${name} can see it now.`);
          onClose();
        }}
      >
        {(errorAt) => (
          <>
            <p>
              <bdi>{name}</bdi> would see <Wanted request={request} />.
            </p>
            <DateField
              label="Last day of access"
              name="until"
              min={today}
              hint="Leave empty to grant access until you revoke it."
              error={errorAt('expiresAt')}
            />
          </>
        )}
      </RecordForm>
    </Dialog>
  );
}

/** Approved access; it can be revoked. */
export function ApprovedCard({ request }: CardProps) {
  const formats = useFormats();
  const { nameOf } = usePeople();
  const revoke = useChange('access_requests.revoke');
  const { requesterId, expiresAt } = request;
  return (
    <InboxCard
      title={
        <>
          <bdi>{nameOf(requesterId)}</bdi> sees <Wanted request={request} />
        </>
      }
      error={revoke.error}
      actions={
        <Button
          kind="danger"
          disabled={revoke.isPending}
          onClick={() => revoke.mutate({ input: { requestId: request.id } })}
        >
          Revoke
        </Button>
      }
    >
      <p className="text-soft">{expiresAt === null ? 'Until you revoke it.' : `Until ${formats.time(expiresAt)}.`}</p>
    </InboxCard>
  );
}

/** The requested access, in words. */
function Wanted({ request: { scope, entityId } }: CardProps) {
  if (scope === 'deal.amount') {
    if (entityId === null) return 'prices and payments of all deals you share';
    return (
      <>
        price and payments of <DealName dealId={entityId} />
      </>
    );
  }
  if (entityId === null) return 'the revenue of all influencers you share';
  return (
    <>
      the revenue of <InfluencerName influencerId={entityId} />
    </>
  );
}

function DealName({ dealId }: { readonly dealId: string }) {
  const deal = useOperation('deals.get', { dealId });
  return <bdi>{deal.data?.name ?? (deal.isError ? 'a deleted deal' : '…')}</bdi>;
}

function InfluencerName({ influencerId }: { readonly influencerId: string }) {
  const influencer = useOperation('influencers.get', { influencerId });
  return <bdi>{influencer.data?.name ?? (influencer.isError ? 'a deleted influencer' : '…')}</bdi>;
}
