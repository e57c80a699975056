import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { call } from '../../api/call.js';
import { operationQuery, useChange } from '../../api/queries.js';
import { EditForm } from '../../ui/fields/edit-form.js';
import type { FieldSet } from '../../ui/fields/fields-of.js';
import type { Deal } from '../deal-texts.js';
import { DEAL_FIELDS, dealInput, type DealValues } from '../form/deal-fields.js';
import { usePeopleOf } from '../form/use-people-of.js';
import { type EditableField, FIELDS_IN_PLACE } from './editable-fields.js';

interface FieldEditorProps {
  readonly deal: Deal;
  readonly name: EditableField;
  readonly onClose: () => void;
}

/** Edits one field of a deal: Enter saves, or Ctrl Enter when Enter starts a line, and Esc cancels. */
export function FieldEditor({ deal, name, onClose }: FieldEditorProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => frame.current?.querySelector<HTMLElement>('input, textarea')?.focus(), []);
  const onKey = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (event.defaultPrevented || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && event.target instanceof HTMLElement) {
      event.target.closest('form')?.requestSubmit();
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the fields in it
    <div ref={frame} onKeyDown={onKey}>
      <FieldForm deal={deal} name={name} onClose={onClose} />
      {name === 'notes' && <p className="text-[13px] text-soft pointer-coarse:hidden">Press Ctrl Enter to save.</p>}
    </div>
  );
}

function FieldForm({ deal, name, onClose }: FieldEditorProps) {
  const { id: dealId } = deal;
  const queries = useQueryClient();
  const { mutateAsync } = useChange('deals.update');
  const peopleOf = usePeopleOf(deal);
  const update = async (changes: Partial<DealValues>, version: number): Promise<void> => {
    const changed = await mutateAsync({ input: { dealId, ...dealInput(changes) }, version });
    // Otherwise the page would show the old value until the deal is read again.
    queries.setQueryData(operationQuery('deals.get', { dealId }).queryKey, changed);
  };
  return (
    <EditForm
      action="Save"
      fields={only(FIELDS_IN_PLACE[name])}
      fieldOfCode={{ PROMO_CODE_IN_USE: 'promoCode' }}
      onCancel={onClose}
      onSaved={onClose}
      subject={{
        record: deal,
        valuesOf: (record: Deal) => ({ ...record, ...peopleOf(record) }),
        refetch: () => call('deals.get', { dealId }),
        update,
      }}
    />
  );
}

function only(names: readonly (keyof DealValues)[]): FieldSet<DealValues> {
  return Object.fromEntries(names.map((name) => [name, DEAL_FIELDS[name]])) as unknown as FieldSet<DealValues>;
}
