import { describeError, refusedField } from '../api/api-error.js';
import { findInList } from '../api/find-in-list.js';
import { useChange } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { Dialog } from '../ui/dialogs/dialog.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { type Field, fieldsOf, type ValuesOf } from '../ui/fields/fields-of.js';
import { area, day, text } from '../ui/fields/form-fields.js';
import { textOf } from '../ui/parsing/form-text.js';
import { showError, showToast } from '../ui/toasts.js';
import { readCount } from './read-count.js';
import type { ViewCount } from './view-count.js';
import { Corrections } from './view-count-history.js';

interface ViewCountFormProps {
  readonly viewCount: ViewCount;
  readonly onClose: () => void;
}

/** A count as people write it: its digits, or the invalid text, for `update` to refuse. */
const COUNT: Field<string | null> = {
  ...text('Views', { type: 'text', inputMode: 'numeric', autoFocus: true }),
  read: (form, name) => {
    const typed = textOf(form, name);
    const count = readCount(typed);
    return 'problem' in count ? typed : String(count.value);
  },
};

const viewCountFields = (today: string) =>
  fieldsOf('deals.update_view_log', {
    value: COUNT,
    checkedAt: day('Checked on', { max: today }),
    sourceUrl: text('Source URL (optional)', { type: 'url' }),
    note: area('Note (optional)', { rows: 2 }),
  });

type ViewCountValues = ValuesOf<ReturnType<typeof viewCountFields>>;

/** Corrects a view count, with its earlier corrections below. */
export function ViewCountForm({ viewCount, onClose }: ViewCountFormProps) {
  const { dayOf, count: write } = useFormats();
  const today = useToday();
  const correcting = useChange('deals.update_view_log');
  const { id: viewId, dealId } = viewCount;
  const update = async ({ value, ...changes }: Partial<ViewCountValues>, version: number): Promise<void> => {
    const count = value === undefined ? undefined : readCount(value);
    if (count && 'problem' in count) throw refusedField('value', count.problem);
    const corrected = await correcting.mutateAsync({ input: { dealId, viewId, ...changes, ...count }, version });
    if (count === undefined) return;
    const undo = (): void => {
      const before = { input: { dealId, viewId, value: viewCount.value }, version: corrected.version };
      correcting.mutateAsync(before).catch((error: unknown) => showError(describeError(error)));
    };
    showToast(`Corrected to ${write(count.value)}`, { action: { label: 'Undo', run: undo } });
  };
  return (
    <Dialog title="Correct view count" isOpen onClose={onClose}>
      <EditForm
        action="Save"
        fields={viewCountFields(today)}
        onCancel={onClose}
        onSaved={onClose}
        subject={{
          record: viewCount,
          // The time of day stays unless the day changes.
          valuesOf: ({ value, checkedAt }) => ({ value: String(value), checkedAt: dayOf(checkedAt) }),
          refetch: () =>
            findInList('deals.view_logs', { scope: 'mine-and-shared', logId: viewId }, ({ id }) => id === viewId),
          update,
        }}
      />
      <Corrections viewCount={viewCount} />
    </Dialog>
  );
}
