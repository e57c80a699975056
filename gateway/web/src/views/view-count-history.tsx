import type { Item } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { PageError } from '../ui/page-error.js';
import type { ViewCount } from './view-count.js';

type Correction = Item<'deals.view_log_history'>;

/** The original record, and every correction since. */
export function ViewCountHistory({
  viewCount,
  onClose,
}: {
  readonly viewCount: ViewCount;
  readonly onClose: () => void;
}) {
  const { count, time } = useFormats();
  return (
    <Dialog title="View count history" isOpen onClose={onClose}>
      <p>
        {count(viewCount.value)} views, checked {time(viewCount.checkedAt)}. Recorded by{' '}
        <bdi>{viewCount.loggedBy.name}</bdi> on {time(viewCount.createdAt)}.
      </p>
      <Corrections viewCount={viewCount} none="Never corrected." />
    </Dialog>
  );
}

/** The latest 50 corrections, latest first. */
export function Corrections({
  viewCount: { id, dealId },
  none,
}: {
  readonly viewCount: ViewCount;
  readonly none?: string;
}) {
  const history = useOperation('deals.view_log_history', { dealId, viewId: id, limit: 50 });
  if (history.isError) return <PageError error={history.error} />;
  if (!history.data) return null;
  if (history.data.items.length === 0) return none === undefined ? null : <p className="mt-3 text-soft">{none}</p>;
  return (
    <section className="mt-5 border-t border-line pt-3" aria-label="Corrections">
      <h3 className="mb-1 font-medium">Earlier changes</h3>
      <ol className="flex flex-col gap-2">
        {history.data.items.map((correction) => (
          <li key={correction.id}>
            <CorrectionLines correction={correction} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function CorrectionLines({ correction }: { readonly correction: Correction }) {
  const { count, time } = useFormats();
  const { before, after, changedFields, correctedBy, correctedAt } = correction;
  const changes = [
    before.value === after.value ? undefined : `${count(before.value)} → ${count(after.value)} views`,
    before.checkedAt === after.checkedAt ? undefined : `checked ${time(before.checkedAt)} → ${time(after.checkedAt)}`,
    before.note === after.note ? undefined : `note “${before.note ?? ''}” → “${after.note ?? ''}”`,
    before.sourceUrl === after.sourceUrl ? undefined : `source ${before.sourceUrl ?? '–'} → ${after.sourceUrl ?? '–'}`,
    changedFields.includes('screenshotId') ? describeScreenshots(before.screenshot, after.screenshot) : undefined,
  ];
  return (
    <div className="[overflow-wrap:anywhere]">
      <p>{changes.filter((change) => change !== undefined).join('; ')}</p>
      <p className="text-soft">
        <bdi>{correctedBy.name}</bdi>, {time(correctedAt)}
      </p>
    </div>
  );
}

type Screenshot = Correction['before']['screenshot'];

/** Deleted screenshots are absent. */
function describeScreenshots(before: Screenshot, after: Screenshot): string {
  if (before && after) return 'screenshot replaced';
  if (before) return 'screenshot removed';
  return after ? 'screenshot attached' : 'screenshot changed';
}
