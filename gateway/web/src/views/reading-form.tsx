import { refusedField } from '../api/api-error.js';
import { findInList } from '../api/find-in-list.js';
import { useChange } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { readCount } from './read-count.js';
import { Dialog } from '../ui/dialog.js';
import { EditForm } from '../ui/edit-form.js';
import { TextArea, TextField } from '../ui/field.js';
import { optionalText, textOf } from '../ui/form-text.js';
import type { ErrorAt } from '../ui/record-form.js';
import { Corrections } from './reading-history.js';
import type { Reading } from './reading.js';

interface ReadingFormProps {
  readonly reading: Reading;
  readonly onClose: () => void;
}

const NAMES = {
  value: 'Views',
  checkedAt: 'Checked on',
  sourceUrl: 'Source URL (optional)',
  note: 'Note (optional)',
};

interface ReadingValues extends Pick<Reading, 'sourceUrl' | 'note'> {
  /** Digits, or what was typed where it is no count. */
  readonly value: string;
  /** The day; the time of day is kept unless the day is another. */
  readonly checkedAt: string;
}

function readReading(form: FormData): ReadingValues {
  const typed = textOf(form, 'value');
  const count = readCount(typed);
  return {
    value: 'problem' in count ? typed : String(count.value),
    checkedAt: textOf(form, 'checkedAt'),
    sourceUrl: optionalText(form, 'sourceUrl'),
    note: optionalText(form, 'note'),
  };
}

/** Corrects a reading; below it stands what was corrected before. */
export function ReadingForm({ reading, onClose }: ReadingFormProps) {
  const { dayOf } = useFormats();
  const correcting = useChange('deals.update_view_log');
  const { id: viewId, dealId } = reading;
  const update = async ({ value, ...changes }: Partial<ReadingValues>, version: number): Promise<void> => {
    const count = value === undefined ? undefined : readCount(value);
    if (count && 'problem' in count) throw refusedField('value', count.problem);
    await correcting.mutateAsync({ input: { dealId, viewId, ...changes, ...count }, version });
  };
  return (
    <Dialog title="Correct view count" isOpen onClose={onClose}>
      <EditForm
        action="Save"
        names={NAMES}
        onCancel={onClose}
        onSaved={onClose}
        read={readReading}
        subject={{
          record: reading,
          valuesOf: ({ value, checkedAt, sourceUrl, note }: Reading): ReadingValues => ({
            value: String(value),
            checkedAt: dayOf(checkedAt),
            sourceUrl,
            note,
          }),
          readAnew: () =>
            findInList('deals.view_logs', { scope: 'mine-and-shared', logId: viewId }, ({ id }) => id === viewId),
          update,
        }}
      >
        {(parts) => <ReadingFields {...parts} />}
      </EditForm>
      <Corrections reading={reading} />
    </Dialog>
  );
}

interface ReadingFieldsProps {
  readonly values: ReadingValues;
  readonly errorAt: ErrorAt;
}

function ReadingFields({ values, errorAt }: ReadingFieldsProps) {
  const today = useToday();
  return (
    <>
      <TextField
        label={NAMES.value}
        name="value"
        inputMode="numeric"
        autoComplete="off"
        autoFocus
        defaultValue={values.value}
        error={errorAt('value')}
      />
      <TextField
        label={NAMES.checkedAt}
        name="checkedAt"
        type="date"
        required
        max={today}
        defaultValue={values.checkedAt}
        error={errorAt('checkedAt')}
      />
      <TextField
        label={NAMES.sourceUrl}
        name="sourceUrl"
        type="url"
        maxLength={2_000}
        defaultValue={values.sourceUrl ?? ''}
        error={errorAt('sourceUrl')}
      />
      <TextArea
        label={NAMES.note}
        name="note"
        rows={2}
        maxLength={2_000}
        defaultValue={values.note ?? ''}
        error={errorAt('note')}
      />
    </>
  );
}
