import { Fragment, useRef, useState, type ReactNode } from 'react';
import { saveChanges, type Collision, type Conflict, type Edited } from '../api/merge-changes.js';
import { ConflictFields } from './conflict-fields.js';
import { RecordForm, type ErrorAt, type RecordFormProps } from './record-form.js';

/** A record that does not exist yet: what its form begins with, and how it is made. */
export interface Started<Values extends object> {
  readonly blank: Values;
  readonly create: (typed: Values) => Promise<unknown>;
}

interface Parts<Values extends object> {
  readonly errorAt: ErrorAt;
  /** What the fields begin with. */
  readonly values: Values;
  /** Sets what is no field of the form itself, such as files. */
  readonly change: (changed: Partial<Values>) => void;
}

type Inherited = 'action' | 'fieldOfCode' | 'onCancel' | 'aside';

interface EditFormProps<Kept extends { readonly version: number }, Values extends object> extends Pick<
  RecordFormProps,
  Inherited
> {
  readonly subject: Edited<Kept, Values> | Started<Values>;
  /** The fields in words; what the API refuses of them stands beside them. */
  readonly names: Readonly<Record<keyof Values & string, string>>;
  /** What the form says; `values` has what is no field of it. */
  readonly read: (form: FormData, values: Values) => Values;
  /** How values read that are no texts, numbers or lists of texts. */
  readonly show?: { readonly [Field in keyof Values]?: (value: Values[Field]) => string };
  readonly onSaved: () => unknown;
  readonly children: (parts: Parts<Values>) => ReactNode;
}

interface State<Kept, Values extends object> {
  /** What the changes are based on. */
  readonly record: Kept | undefined;
  readonly values: Values;
  readonly conflicts: readonly Conflict<Values>[];
  /** Grows when fields begin with other values. */
  readonly round: number;
}

/**
 * Makes a record or changes one; only what was changed is sent. Where somebody else has changed the record meanwhile, fields of both
 * sides are merged, and of those that both have changed one side is chosen.
 */
export function EditForm<Kept extends { readonly version: number }, Values extends object>({
  subject,
  names,
  read,
  show,
  onSaved,
  children,
  ...rest
}: EditFormProps<Kept, Values>) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(() => begin(subject));
  const { record, values, conflicts, round } = state;
  const save = async (typed: Values): Promise<void> => {
    const collision = await saveOrCreate(subject, record, typed);
    if (collision) setState({ ...collision, round: round + 1 });
    else onSaved();
  };
  const choose = (field: string, side: 'mine' | 'theirs'): void => {
    const conflict = conflicts.find((each) => each.field === field);
    if (!conflict || !form.current) return;
    const typed = read(new FormData(form.current), values);
    const left = conflicts.filter((each) => each !== conflict);
    setState({ record, values: { ...typed, [field]: conflict[side] }, conflicts: left, round: round + 1 });
  };
  const textIn = (field: keyof Values, value: unknown): string => {
    const showField = show?.[field] as ((shown: unknown) => string) | undefined;
    return showField ? showField(value) : plainText(value);
  };
  const shown = conflicts.map(({ field, mine, theirs }) => ({
    field,
    name: names[field],
    mine: textIn(field, mine),
    theirs: textIn(field, theirs),
  }));
  return (
    <RecordForm
      {...rest}
      ref={form}
      fields={Object.keys(names)}
      submit={(sent) => save(read(sent, values))}
      isBlocked={conflicts.length > 0}
      above={conflicts.length > 0 && <ConflictFields conflicts={shown} onChoose={choose} />}
    >
      {(errorAt) => (
        <Fragment key={round}>
          {children({
            errorAt,
            values,
            change: (changed) => setState((before) => ({ ...before, values: { ...before.values, ...changed } })),
          })}
        </Fragment>
      )}
    </RecordForm>
  );
}

function begin<Kept extends { readonly version: number }, Values extends object>(
  subject: Edited<Kept, Values> | Started<Values>,
): State<Kept, Values> {
  const isNew = 'create' in subject;
  const values = isNew ? subject.blank : subject.valuesOf(subject.record);
  return { record: isNew ? undefined : subject.record, values, conflicts: [], round: 0 };
}

async function saveOrCreate<Kept extends { readonly version: number }, Values extends object>(
  subject: Edited<Kept, Values> | Started<Values>,
  record: Kept | undefined,
  typed: Values,
): Promise<Collision<Kept, Values> | undefined> {
  if (!('create' in subject)) return saveChanges({ ...subject, record: record ?? subject.record }, typed);
  await subject.create(typed);
  return undefined;
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
