import { useState } from 'react';
import { AskAccess } from '../../access/ask-access.js';
import { useList } from '../../api/queries.js';
import { PaymentForm } from '../../payments/payment-form.js';
import { PaymentTable } from '../../payments/payment-table.js';
import { usePeople } from '../../shell/people.js';
import { Button } from '../../ui/button.js';
import type { Deal } from '../deal-texts.js';

/** The payments of a deal; a viewer who does not see its amounts can ask for them. */
export function MoneyTab({ deal }: { readonly deal: Deal }) {
  if (deal.access.redacted.includes('price')) return <HiddenAmounts deal={deal} />;
  return <Payments deal={deal} />;
}

function Payments({ deal }: { readonly deal: Deal }) {
  const [isAdding, setAdding] = useState(false);
  const payments = useList('payments.list', { dealId: deal.id });
  const { canEdit } = deal.access;
  return (
    <>
      {canEdit && (
        <div className="mb-3 flex justify-end">
          <Button onClick={() => setAdding(true)}>Add payment</Button>
        </div>
      )}
      <PaymentTable list={payments} canEdit={() => canEdit} empty="No payments yet." />
      {isAdding && <PaymentForm deal={deal} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Amounts of another user's deal are only for viewers with the owner's permission. */
function HiddenAmounts({ deal }: { readonly deal: Deal }) {
  const { nameOf } = usePeople();
  const ownerName = nameOf(deal.ownerId);
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="[overflow-wrap:anywhere]">
        <bdi>{ownerName}</bdi> hides the amounts of this deal.
      </p>
      <AskAccess
        scope="deal.amount"
        ownerId={deal.ownerId}
        ownerName={ownerName}
        entityId={deal.id}
        what="the deal's amounts"
      />
    </div>
  );
}
