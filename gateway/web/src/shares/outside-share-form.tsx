import { useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { useChange, useOperation } from '../api/queries.js';
import { useToday } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { Notice } from '../ui/notice.js';
import { PageError } from '../ui/page-error.js';
import type { OutsideShare, SharedRecord } from './record.js';

interface OutsideShareFormProps {
  readonly record: SharedRecord;
  readonly onMade: (share: OutsideShare) => void;
  readonly onCancel: () => void;
}

/** Makes a link for people outside: what it shows, until when, how often, and with which password. */
export function OutsideShareForm({ record, onMade, onCancel }: OutsideShareFormProps) {
  const today = useToday();
  const [error, setError] = useState<unknown>();
  const making = useChange('external_shares.create');
  const { entityType, entityId } = record;
  const make = async (form: FormData): Promise<void> => {
    setError(undefined);
    const maxViews = textOf(form, 'maxViews');
    const input = {
      entityType,
      entityId,
      visibleFields: form.getAll('field').map(String),
      expiresAt: textOf(form, 'expiresAt') || null,
      maxViews: maxViews === '' ? null : Number(maxViews),
      password: textOf(form, 'password') || null,
    };
    try {
      onMade(await making.mutateAsync({ input }));
    } catch (refusal) {
      setError(refusal);
    }
  };
  const messageAt = (path: string): string | undefined => (isApiError(error) ? error.messageAt(path) : undefined);
  const isAtField = ['expiresAt', 'maxViews', 'password'].some((path) => messageAt(path) !== undefined);
  return (
    <form
      className="grid gap-4 rounded-md border border-line p-3 sm:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault();
        void make(new FormData(event.currentTarget));
      }}
    >
      {error !== undefined && !isAtField && (
        <div className="sm:col-span-2">
          <Notice tone="bad">{describeError(error)}</Notice>
        </div>
      )}
      <FieldBoxes entityType={entityType} />
      <TextField
        label="Ends on (optional)"
        name="expiresAt"
        type="date"
        min={today}
        hint="With the end of that day."
        error={messageAt('expiresAt')}
      />
      <TextField
        label="Views at most (optional)"
        name="maxViews"
        type="number"
        min={1}
        max={1_000_000}
        step={1}
        error={messageAt('maxViews')}
      />
      <TextField
        label="Password (optional)"
        name="password"
        type="text"
        autoComplete="off"
        minLength={8}
        maxLength={200}
        hint="At least 8 characters. Pass it on another way than the link."
        error={messageAt('password')}
        className="sm:col-span-2"
      />
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button kind="primary" type="submit" disabled={making.isPending}>
          Make the link
        </Button>
      </div>
    </form>
  );
}

/** What the link shows; money, notes and contact data are off at first. */
function FieldBoxes({ entityType }: Pick<SharedRecord, 'entityType'>) {
  const fields = useOperation('external_shares.fields', { entityType });
  if (fields.isError) return <PageError error={fields.error} />;
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1 font-medium">It shows</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-4">
        {fields.data?.items.map(({ key, label, byDefault }) => (
          <label key={key} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name="field"
              value={key}
              defaultChecked={byDefault}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
