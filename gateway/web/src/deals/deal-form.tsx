import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, isApiError, type ApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import { changedFields, mergeChanges, type Conflict, type FieldTexts } from '../api/merge-changes.js';
import { useChange } from '../api/queries.js';
import { useSignedIn } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { ConflictFields } from '../ui/conflict-fields.js';
import { Dialog } from '../ui/dialog.js';
import { TextArea, TextField } from '../ui/field.js';
import { Notice } from '../ui/notice.js';
import { blankTexts, FIELD_NAMES, fieldsOf, textsOf, type Deal } from './deal-texts.js';

interface DealFormProps {
  /** Absent for a new one. */
  readonly deal?: Deal;
  readonly onDone: (deal: Deal) => void;
  readonly onClose: () => void;
}

/** Creates a deal, or changes it. Where somebody else has changed it meanwhile, fields of both sides are merged or chosen. */
export function DealForm({ deal, onDone, onClose }: DealFormProps) {
  const { settings } = useSignedIn();
  const queries = useQueryClient();
  const [base, setBase] = useState(deal);
  const [texts, setTexts] = useState<FieldTexts>(() =>
    deal ? textsOf(deal) : blankTexts(settings.currency, settings.viewCheckDays),
  );
  const [error, setError] = useState<ApiError>();
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const creating = useChange('deals.create');
  const updating = useChange('deals.update');

  const update = async (before: Deal, wanted: FieldTexts): Promise<void> => {
    const changed = changedFields(textsOf(before), wanted);
    if (Object.keys(changed).length === 0) return onDone(before);
    try {
      const input = { dealId: before.id, ...fieldsOf(changed) };
      onDone(await updating.mutateAsync({ input, version: before.version }));
    } catch (refusal) {
      if (!isApiError(refusal) || refusal.code !== 'VERSION_CONFLICT') throw refusal;
      const now = await call('deals.get', { dealId: before.id });
      queries.setQueryData(['deals.get', { dealId: before.id }], now);
      const merged = mergeChanges(textsOf(before), wanted, textsOf(now));
      setBase(now);
      setTexts({ ...textsOf(now), ...merged.changed });
      setConflicts(merged.conflicts);
      if (merged.conflicts.length === 0) await update(now, { ...textsOf(now), ...merged.changed });
    }
  };

  const save = async (): Promise<void> => {
    setError(undefined);
    try {
      if (base) await update(base, texts);
      else onDone(await creating.mutateAsync({ input: { ...fieldsOf(texts), name: (texts['name'] ?? '').trim() } }));
    } catch (refusal) {
      if (!isApiError(refusal)) throw refusal;
      setError(refusal);
    }
  };

  const isBusy = creating.isPending || updating.isPending;
  return (
    <Dialog title={deal ? 'Edit the deal' : 'New deal'} isOpen isWide onClose={onClose}>
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {conflicts.length > 0 && (
          <ConflictFields
            conflicts={conflicts}
            nameOf={(field) => FIELD_NAMES[field as keyof typeof FIELD_NAMES]}
            onChoose={({ field }, text) => {
              setTexts({ ...texts, [field]: text });
              setConflicts(conflicts.filter((each) => each.field !== field));
            }}
          />
        )}
        {error && !isAtField(error) && <Notice tone="bad">{describeError(error)}</Notice>}
        <DealFormFields
          texts={texts}
          error={error}
          isRedacted={(field) => deal?.access.redacted.includes(field) === true}
          onChange={(field, text) => setTexts({ ...texts, [field]: text })}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" disabled={isBusy || conflicts.length > 0}>
            {isBusy ? 'Saving…' : deal ? 'Save' : 'Create deal'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function isAtField(error: ApiError): boolean {
  return (
    error.code === 'PROMO_CODE_IN_USE' || (error.body.details ?? []).some(({ path }) => rootOf(path) in FIELD_NAMES)
  );
}

/** `tags.0` is about `tags`. */
function rootOf(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? '';
}

interface DealFormFieldsProps {
  readonly texts: FieldTexts;
  readonly error: ApiError | undefined;
  readonly isRedacted: (field: string) => boolean;
  readonly onChange: (field: string, text: string) => void;
}

function DealFormFields({ texts, error, isRedacted, onChange }: DealFormFieldsProps) {
  const errorAt = (field: string): string | undefined => {
    if (field === 'promoCode' && error?.code === 'PROMO_CODE_IN_USE') return error.message;
    return error?.body.details?.find(({ path }) => rootOf(path) === field)?.message;
  };
  const field = (name: keyof typeof FIELD_NAMES, options: object = {}) => (
    <TextField
      label={FIELD_NAMES[name]}
      name={name}
      value={texts[name] ?? ''}
      disabled={isRedacted(name)}
      error={errorAt(name)}
      autoComplete="off"
      onChange={(event) => onChange(name, event.currentTarget.value)}
      {...options}
    />
  );
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {field('name', { required: true, maxLength: 200, autoFocus: true })}
      {field('brand', { maxLength: 200 })}
      {field('promoCode', { maxLength: 64 })}
      {field('promoLink', { type: 'url', maxLength: 2_000 })}
      {field('price', { type: 'number', min: 0, step: '0.01' })}
      {field('currency', { maxLength: 3, hint: 'Such as USD or EUR.' })}
      {field('viewsTarget', { type: 'number', min: 0, step: 1 })}
      {field('platform', { maxLength: 50 })}
      {field('postDate', { type: 'date' })}
      {field('contactName', { maxLength: 200 })}
      {field('tags', { hint: 'With commas between.' })}
      {field('viewCheckDays', { hint: 'Days after posting, such as 1, 7, 30.', pattern: '[0-9, ]+' })}
      <TextArea
        label={FIELD_NAMES.notes}
        name="notes"
        rows={4}
        maxLength={10_000}
        value={texts['notes'] ?? ''}
        disabled={isRedacted('notes')}
        error={errorAt('notes')}
        className="sm:col-span-2"
        onChange={(event) => onChange('notes', event.currentTarget.value)}
      />
    </div>
  );
}
