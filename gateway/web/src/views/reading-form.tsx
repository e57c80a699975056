import { useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { useChange } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { readCount } from '../today/read-count.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import { TextArea, TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';
import { Corrections } from './reading-history.js';
import type { Reading } from './reading.js';

interface ReadingFormProps {
  readonly reading: Reading;
  readonly onClose: () => void;
}

/** Corrects a reading; below it stands what was corrected before. */
export function ReadingForm({ reading, onClose }: ReadingFormProps) {
  const { dayOf } = useFormats();
  const today = useToday();
  const [problem, setProblem] = useState<string>();
  const [error, setError] = useState<unknown>();
  const correcting = useChange('deals.update_view_log');
  const checkedOn = dayOf(reading.checkedAt);

  const save = async (form: FormData): Promise<void> => {
    const read = readCount(textOf(form, 'value'));
    setError(undefined);
    setProblem('problem' in read ? read.problem : undefined);
    if ('problem' in read) return;
    const day = textOf(form, 'checkedAt');
    const fields = {
      ...(read.value !== reading.value && { value: read.value }),
      // The time of day is kept unless the day is another.
      ...(day !== checkedOn && { checkedAt: day }),
      ...(textOf(form, 'note') !== (reading.note ?? '') && { note: textOf(form, 'note') || null }),
      ...(textOf(form, 'sourceUrl') !== (reading.sourceUrl ?? '') && { sourceUrl: textOf(form, 'sourceUrl') || null }),
    };
    try {
      if (Object.keys(fields).length > 0) {
        const input = { dealId: reading.dealId, viewId: reading.id, ...fields };
        await correcting.mutateAsync({ input, version: reading.version });
      }
      onClose();
    } catch (refusal) {
      setError(refusal);
    }
  };

  const messageAt = (path: string): string | undefined => (isApiError(error) ? error.messageAt(path) : undefined);
  const isAtField = ['value', 'checkedAt', 'sourceUrl', 'note'].some((path) => messageAt(path) !== undefined);
  return (
    <Dialog title="Correct the reading" isOpen onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save(new FormData(event.currentTarget));
        }}
      >
        {error !== undefined && !isAtField && <Notice tone="bad">{describeError(error)}</Notice>}
        <TextField
          label="Views"
          name="value"
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          defaultValue={reading.value}
          error={problem ?? messageAt('value')}
        />
        <TextField
          label="Checked on"
          name="checkedAt"
          type="date"
          required
          max={today}
          defaultValue={checkedOn}
          error={messageAt('checkedAt')}
        />
        <TextField
          label="Where it was read (optional)"
          name="sourceUrl"
          type="url"
          maxLength={2_000}
          defaultValue={reading.sourceUrl ?? ''}
          error={messageAt('sourceUrl')}
        />
        <TextArea
          label="Note (optional)"
          name="note"
          rows={2}
          maxLength={2_000}
          defaultValue={reading.note ?? ''}
          error={messageAt('note')}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={correcting.isPending}>
            Save
          </Button>
        </div>
      </form>
      <Corrections reading={reading} />
    </Dialog>
  );
}
