import { ChevronDown } from 'lucide-react';
import { BulkBar } from '../bulk/bulk-bar.js';
import { useBulk } from '../bulk/use-bulk.js';
import { buttonClass } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import type { Selection } from '../ui/tables/selection.js';
import { type Payment, PAYMENT_STATUS_NAMES } from './payment-texts.js';

interface PaymentBulkBarProps {
  readonly ids: readonly string[];
  readonly selection: Selection;
}

/** Actions on many payments at once. */
export function PaymentBulkBar({ ids, selection }: PaymentBulkBarProps) {
  const { tryTo } = useBulk('payments.bulk_change', ids, selection);
  return (
    <BulkBar name="payments.bulk_change" nouns={['payment', 'payments']} ids={ids} selection={selection}>
      <Menu
        className={buttonClass('quiet')}
        align="start"
        items={(Object.keys(PAYMENT_STATUS_NAMES) as Payment['status'][]).map((status) => ({
          label: PAYMENT_STATUS_NAMES[status],
          run: () => tryTo({ kind: 'status', status }),
        }))}
      >
        Set status <ChevronDown size={14} aria-hidden />
      </Menu>
    </BulkBar>
  );
}
