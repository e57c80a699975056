import type { Formats } from '@svc/web/shared/format';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { type Collision, type Conflict, type Edited, saveChanges } from '../../api/merge-changes.js';
import { useSignedIn } from '../../shell/account.js';
import { classNames } from '../class-names.js';
import type { LeaveGuard } from '../dialogs/leave-guard.js';
import { useUnsavedChanges } from '../dialogs/unsaved-changes.js';
import { ConflictFields, type FieldConflict } from './conflict-fields.js';
import { blankOf, type Field, type FieldSet, namesOf, readFields } from './fields-of.js';
import { type ErrorAt, RecordForm, type RecordFormProps } from './record-form.js';

/** Sends the whole form, for a new record above all; `start` overrides the blank values. */
export interface Started<Values extends object> {
  readonly start?: Partial<Values>;
  readonly send: (typed: Values) => Promise<unknown>;
}

/** Fields whose form values differ from the record's. */
type Derived<Kept, Values> = {
  [Name in keyof Values as Kept extends Readonly<Record<Name, Values[Name]>> ? never : Name]: Values[Name];
};

/** An existing record, and how to reload and change it. `valuesOf` converts values that differ in the form. */
export type Changed<Kept extends { readonly version: number }, Values extends object> = Omit<
  Edited<Kept, Values>,
  'valuesOf'
> &
  (keyof Derived<Kept, Values> extends never
    ? { readonly valuesOf?: (record: Kept) => Partial<Values> }
    : { readonly valuesOf: (record: Kept) => Partial<Values> & Derived<Kept, Values> });

type Inherited = 'action' | 'fieldOfCode' | 'onCancel';

interface EditFormProps<Kept extends { readonly version: number }, Values extends object> extends Pick<
  RecordFormProps,
  Inherited
> {
  readonly fields: FieldSet<Values>;
  readonly subject: Changed<Kept, NoInfer<Values>> | Started<NoInfer<Values>>;
  /** Two fields per line, except wide ones. */
  readonly isInColumns?: boolean;
  /** Values that other fields take when one is chosen. */
  readonly follow?: { readonly [Name in keyof Values]?: (value: NoInfer<Values[Name]>) => Partial<NoInfer<Values>> };
  /** Read-only fields. */
  readonly isDisabled?: (name: string) => boolean;
  /** Beside the buttons, on the left; `leave` asks before discarding input. */
  readonly aside?: ((leave: LeaveGuard) => ReactNode) | undefined;
  readonly onSaved: () => unknown;
}

interface State<Kept, Values extends object> {
  /** The base of the changes; absent for a new record. */
  readonly record: Kept | undefined;
  readonly values: Values;
  readonly conflicts: readonly Conflict<Values>[];
  /** Increments when fields get new initial values. */
  readonly round: number;
}

/**
 * Creates or changes a record; sends only changes. If the record was changed concurrently, it merges both sides' fields, and the user chooses a side
 * for fields changed by both. Asks before discarding input.
 */
export function EditForm<Kept extends { readonly version: number }, Values extends object>({
  subject,
  fields,
  isInColumns = false,
  follow,
  isDisabled,
  onSaved,
  onCancel,
  aside,
  ...rest
}: EditFormProps<Kept, Values>) {
  const form = useRef<HTMLFormElement>(null);
  const [state, setState] = useState(() => begin(fields, subject));
  const { record, values, conflicts, round } = state;
  const { formats } = useSignedIn();
  const theirs = record && 'record' in subject ? valuesIn(fields, subject, record) : values;
  const typedIn = (sent: FormData): Values => readFields(fields, sent, values);
  const { untilSaved, leave, question } = useUnsavedChanges(() => form.current && typedIn(new FormData(form.current)));
  const save = async (typed: Values): Promise<void> => {
    const collision = await untilSaved(() => saveOrSend(fields, subject, record, typed));
    if (collision) setState({ ...collision, round: round + 1 });
    else onSaved();
  };
  const choose = (field: string, side: 'mine' | 'theirs'): void => {
    const conflict = conflicts.find((each) => each.field === field);
    if (!conflict || !form.current) return;
    const typed = typedIn(new FormData(form.current));
    const left = conflicts.filter((each) => each !== conflict);
    setState({ record, values: { ...typed, [field]: conflict[side] }, conflicts: left, round: round + 1 });
  };
  return (
    <>
      <RecordForm
        {...rest}
        {...(onCancel && { onCancel: () => leave(onCancel) })}
        aside={aside?.(leave)}
        ref={form}
        fields={namesOf(fields)}
        submit={(sent) => save(typedIn(sent))}
        isBlocked={conflicts.length > 0}
        above={
          conflicts.length > 0 && (
            <ConflictFields
              conflicts={inWords(fields, conflicts, { formats, mine: values, theirs })}
              onChoose={choose}
            />
          )
        }
      >
        {(errorAt) => (
          <FieldControls
            key={round}
            fields={fields}
            values={values}
            errorAt={errorAt}
            isInColumns={isInColumns}
            isDisabled={isDisabled}
            change={(name, value) =>
              setState((before) => ({
                ...before,
                values: { ...before.values, [name]: value, ...follow?.[name]?.(value as Values[typeof name]) },
              }))
            }
          />
        )}
      </RecordForm>
      {question}
    </>
  );
}

interface FieldControlsProps<Values extends object> {
  readonly fields: FieldSet<Values>;
  readonly values: Values;
  readonly errorAt: ErrorAt;
  readonly isInColumns: boolean;
  readonly isDisabled: ((name: string) => boolean) | undefined;
  readonly change: (name: keyof Values, value: unknown) => void;
}

function FieldControls<Values extends object>({ fields, values, errorAt, ...rest }: FieldControlsProps<Values>) {
  const { isInColumns, isDisabled, change } = rest;
  return (
    <div className={classNames('grid gap-4', isInColumns && 'sm:grid-cols-2')}>
      {namesOf(fields).map((name) => {
        const { label, bounds, control } = fields[name];
        return (
          <Fragment key={name}>
            {control({
              name,
              label,
              bounds,
              value: values[name],
              change: (value) => change(name, value),
              error: errorAt(name),
              isDisabled: isDisabled?.(name) === true,
            })}
          </Fragment>
        );
      })}
    </div>
  );
}

function begin<Kept extends { readonly version: number }, Values extends object>(
  fields: FieldSet<Values>,
  subject: Changed<Kept, Values> | Started<Values>,
): State<Kept, Values> {
  const record = 'send' in subject ? undefined : subject.record;
  const values =
    'send' in subject ? { ...blankOf(fields), ...subject.start } : valuesIn(fields, subject, subject.record);
  return { record, values, conflicts: [], round: 0 };
}

function valuesIn<Kept extends { readonly version: number }, Values extends object>(
  fields: FieldSet<Values>,
  { valuesOf }: Changed<Kept, Values>,
  record: Kept,
): Values {
  const own: Readonly<Record<string, unknown>> = { ...record, ...valuesOf?.(record) };
  return Object.fromEntries(namesOf(fields).map((name) => [name, own[name]])) as Values;
}

async function saveOrSend<Kept extends { readonly version: number }, Values extends object>(
  fields: FieldSet<Values>,
  subject: Changed<Kept, Values> | Started<Values>,
  record: Kept | undefined,
  typed: Values,
): Promise<Collision<Kept, Values> | undefined> {
  if (!('send' in subject)) {
    const valuesOf = (each: Kept): Values => valuesIn(fields, subject, each);
    return saveChanges({ ...subject, valuesOf, record: record ?? subject.record }, typed);
  }
  await subject.send(typed);
  return undefined;
}

/** Both sides of each conflict in words. */
function inWords<Values extends object>(
  fields: FieldSet<Values>,
  conflicts: readonly Conflict<Values>[],
  { formats, ...sides }: { readonly formats: Formats; readonly mine: Values; readonly theirs: Values },
): readonly FieldConflict[] {
  return conflicts.map(({ field, mine, theirs }) => {
    const { label, show = plainText } = fields[field] as Field<unknown>;
    const textOf = (value: unknown, side: Values): string =>
      show(value, formats, side as Readonly<Record<string, unknown>>);
    return { field, name: label, mine: textOf(mine, sides.mine), theirs: textOf(theirs, sides.theirs) };
  });
}

function plainText(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
