import { useQueryClient } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { call } from '../api/call.js';
import type { Input } from '../api/operations.js';
import { operationQuery, useChange, useOperation } from '../api/queries.js';
import { ContactChoice, InfluencerChoice } from '../records/record-choice.js';
import { EditForm } from '../ui/edit-form.js';
import { textOf } from '../ui/form-text.js';
import type { Choice } from '../ui/search-choice.js';
import { FIELD_NAMES, fieldsOf, textsOf, type Deal, type DealTexts } from './deal-texts.js';
import type { EditableField, TextFieldName } from './editable-fields.js';
import { FieldInput } from './field-input.js';

interface FieldEditorProps<Name extends EditableField = EditableField> {
  readonly deal: Deal;
  readonly name: Name;
  readonly onClose: () => void;
}

/** Changes one field of a deal: Enter saves, or Ctrl Enter where Enter begins a line, and Esc leaves. */
export function FieldEditor({ deal, name, onClose }: FieldEditorProps) {
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
    <div onKeyDown={onKey}>
      {name === 'contact' && <ContactEditor deal={deal} name={name} onClose={onClose} />}
      {name === 'influencer' && <InfluencerEditor deal={deal} name={name} onClose={onClose} />}
      {name !== 'contact' && name !== 'influencer' && <TextEditor deal={deal} name={name} onClose={onClose} />}
    </div>
  );
}

/** The change of a deal, and the deal as it is by now. */
function useUpdate({ id: dealId }: Deal) {
  const queries = useQueryClient();
  const { mutateAsync } = useChange('deals.update');
  const send = async (fields: Omit<Input<'deals.update'>, 'dealId'>, version: number): Promise<void> => {
    const changed = await mutateAsync({ input: { dealId, ...fields }, version });
    // Otherwise the page would show the old value until the deal is read again.
    queries.setQueryData(operationQuery('deals.get', { dealId }).queryKey, changed);
  };
  return { readAnew: () => call('deals.get', { dealId }), send };
}

function TextEditor({ deal, name, onClose }: FieldEditorProps<TextFieldName>) {
  const { readAnew, send } = useUpdate(deal);
  const fields: readonly TextFieldName[] = name === 'price' ? ['price', 'currency'] : [name];
  const only = (values: DealTexts): DealTexts =>
    Object.fromEntries(fields.map((field) => [field, values[field]])) as DealTexts;
  return (
    <EditForm
      action="Save"
      names={only(FIELD_NAMES)}
      fieldOfCode={{ PROMO_CODE_IN_USE: 'promoCode' }}
      onCancel={onClose}
      onSaved={onClose}
      read={(form) => Object.fromEntries(fields.map((field) => [field, textOf(form, field)])) as DealTexts}
      subject={{
        record: deal,
        valuesOf: (record: Deal) => only(textsOf(record)),
        readAnew,
        update: (changes, version) => send(fieldsOf(changes), version),
      }}
    >
      {({ errorAt, values, change }) =>
        fields.map((field, place) => (
          <FieldInput
            key={field}
            name={field}
            text={values[field]}
            error={errorAt(field)}
            isFirst={place === 0}
            onText={(text) => change({ [field]: text })}
          />
        ))
      }
    </EditForm>
  );
}

/** Whom the deal is with: its name may stand there without a contact. */
interface ContactValues {
  readonly contact: { readonly id: string | null; readonly name: string } | null;
}

function ContactEditor({ deal, onClose }: FieldEditorProps) {
  const { readAnew, send } = useUpdate(deal);
  return (
    <EditForm
      action="Save"
      names={{ contact: FIELD_NAMES.contactName }}
      onCancel={onClose}
      onSaved={onClose}
      read={(_form, values: ContactValues) => values}
      show={{ contact: (contact) => contact?.name ?? '' }}
      subject={{
        record: deal,
        valuesOf: ({ contactId: id, contactName: name }: Deal): ContactValues => ({
          contact: name === null ? null : { id, name },
        }),
        readAnew,
        update: ({ contact }: Partial<ContactValues>, version) =>
          send({ contactId: contact?.id ?? null, contactName: contact?.name ?? null }, version),
      }}
    >
      {({ values: { contact }, change }) => (
        <ContactChoice
          label={FIELD_NAMES.contactName}
          autoFocus
          canCreate
          chosen={contact && { id: contact.id ?? '', name: contact.name }}
          onChoose={(choice) => change({ contact: choice })}
        />
      )}
    </EditForm>
  );
}

interface InfluencerValues {
  readonly influencer: Choice | null;
}

function InfluencerEditor({ deal, onClose }: FieldEditorProps) {
  const { influencerId } = deal;
  const read = useOperation(
    'influencers.get',
    { influencerId: influencerId ?? '' },
    { enabled: influencerId !== null },
  );
  const { readAnew, send } = useUpdate(deal);
  const nameOf = (id: string): string => (id === influencerId && read.data ? read.data.name : 'Another influencer');
  return (
    <EditForm
      action="Save"
      names={{ influencer: 'Influencer' }}
      onCancel={onClose}
      onSaved={onClose}
      read={(_form, values: InfluencerValues) => values}
      show={{ influencer: (influencer) => influencer?.name ?? '' }}
      subject={{
        record: deal,
        valuesOf: ({ influencerId: id }: Deal): InfluencerValues => ({
          influencer: id === null ? null : { id, name: nameOf(id) },
        }),
        readAnew,
        update: ({ influencer }: Partial<InfluencerValues>, version) =>
          send({ influencerId: influencer?.id ?? null }, version),
      }}
    >
      {({ values: { influencer }, change }) => (
        <InfluencerChoice
          label="Influencer"
          autoFocus
          canCreate
          chosen={influencer}
          onChoose={(choice) => change({ influencer: choice })}
        />
      )}
    </EditForm>
  );
}
