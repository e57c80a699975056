import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { lastDayOf } from '../last-day.js';
import { useFormats, useToday } from '../shell/account.js';
import { EditForm } from '../ui/edit-form.js';
import { TextField } from '../ui/field.js';
import { optionalNumber, optionalText, textOf } from '../ui/form-text.js';
import { PageError } from '../ui/page-error.js';
import type { ErrorAt } from '../ui/record-form.js';
import { SkeletonRows } from '../ui/skeleton.js';
import type { OutsideShare, SharedRecord } from './record.js';

type Fields = Output<'external_shares.fields'>['items'];

const NAMES = {
  visibleFields: 'Show',
  expiresAt: 'Expires on (optional)',
  maxViews: 'View limit (optional)',
  password: 'Password (optional)',
};

interface ShareValues extends Pick<OutsideShare, 'visibleFields' | 'maxViews'> {
  /** The last day. */
  readonly expiresAt: string | null;
  /** A new one; null for none, undefined for the one that there is. */
  readonly password: string | null | undefined;
}

interface OutsideShareFormProps {
  readonly record: Pick<SharedRecord, 'entityType' | 'entityId'>;
  /** Absent for a new one. */
  readonly share?: OutsideShare;
  readonly onMade?: (share: OutsideShare) => void;
  readonly onClose: () => void;
}

/** Makes a link for people outside, or changes one: what it shows, until when, how often, and with which password. */
export function OutsideShareForm(props: OutsideShareFormProps) {
  const fields = useOperation('external_shares.fields', { entityType: props.record.entityType });
  if (fields.isError) return <PageError error={fields.error} />;
  if (!fields.data) return <SkeletonRows rows={4} rowClass="flex h-10 items-center" />;
  return <LoadedForm {...props} fields={fields.data.items} />;
}

function LoadedForm({ record, share, onMade, onClose, fields }: OutsideShareFormProps & { readonly fields: Fields }) {
  const formats = useFormats();
  const making = useChange('external_shares.create');
  const updating = useChange('external_shares.update');
  const { entityType, entityId } = record;
  const valuesOf = ({ visibleFields, expiresAt, maxViews, hasPassword }: OutsideShare): ShareValues => ({
    // In the order of the boxes.
    visibleFields: fields.map(({ key }) => key).filter((key) => visibleFields.includes(key)),
    expiresAt: expiresAt === null ? null : lastDayOf(expiresAt, formats),
    maxViews,
    password: hasPassword ? undefined : null,
  });
  return (
    <EditForm
      action={share ? 'Save' : 'Create link'}
      names={NAMES}
      onCancel={onClose}
      onSaved={onClose}
      read={readShare}
      show={{ visibleFields: (shown) => labelsOf(fields, shown) }}
      subject={
        share
          ? {
              record: share,
              valuesOf,
              readAnew: () => call('external_shares.get', { shareId: share.id }),
              update: (changes, version) => updating.mutateAsync({ input: { shareId: share.id, ...changes }, version }),
            }
          : {
              blank: { ...BLANK, visibleFields: fields.filter(({ byDefault }) => byDefault).map(({ key }) => key) },
              create: async (typed) => {
                const input = { entityType, entityId, ...typed, password: typed.password ?? null };
                onMade?.(await making.mutateAsync({ input }));
              },
            }
      }
    >
      {(parts) => <ShareFields {...parts} fields={fields} share={share} />}
    </EditForm>
  );
}

const BLANK: Omit<ShareValues, 'visibleFields'> = { expiresAt: null, maxViews: null, password: null };

function readShare(form: FormData, { password }: ShareValues): ShareValues {
  return {
    visibleFields: form.getAll('field').map(String),
    expiresAt: optionalText(form, 'expiresAt'),
    maxViews: optionalNumber(form, 'maxViews'),
    password: form.has('withoutPassword') ? null : textOf(form, 'password') || password,
  };
}

function labelsOf(fields: Fields, shown: readonly string[]): string {
  return fields
    .filter(({ key }) => shown.includes(key))
    .map(({ label }) => label)
    .join(', ');
}

interface ShareFieldsProps {
  readonly values: ShareValues;
  readonly errorAt: ErrorAt;
  readonly fields: Fields;
  readonly share: OutsideShare | undefined;
}

function ShareFields({ values, errorAt, fields, share }: ShareFieldsProps) {
  const today = useToday();
  const hasPassword = share?.hasPassword === true;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <FieldBoxes fields={fields} shown={values.visibleFields} />
      <TextField
        label={NAMES.expiresAt}
        name="expiresAt"
        type="date"
        {...(!share && { min: today })}
        defaultValue={values.expiresAt ?? ''}
        hint="At the end of that day."
        error={errorAt('expiresAt')}
      />
      <TextField
        label={NAMES.maxViews}
        name="maxViews"
        type="number"
        min={1}
        max={1_000_000}
        step={1}
        defaultValue={values.maxViews ?? ''}
        error={errorAt('maxViews')}
      />
      <TextField
        label={hasPassword ? 'New password (optional)' : NAMES.password}
        name="password"
        type="text"
        autoComplete="off"
        minLength={8}
        maxLength={200}
        defaultValue={values.password ?? ''}
        hint={`At least 8 characters. ${hasPassword ? 'Leave empty to keep the current one.' : 'Send the password separately.'}`}
        error={errorAt('password')}
        className="sm:col-span-2"
      />
      {hasPassword && (
        <label className="-mt-2 flex min-h-7 items-center gap-2 pointer-coarse:min-h-11 sm:col-span-2">
          <input
            type="checkbox"
            name="withoutPassword"
            defaultChecked={values.password === null}
            className="size-4 accent-accent"
          />
          Remove the password
        </label>
      )}
    </div>
  );
}

/** What the link shows. Of a new one, money, notes and contact data are off at first. */
function FieldBoxes({ fields, shown }: { readonly fields: Fields; readonly shown: readonly string[] }) {
  return (
    <fieldset className="sm:col-span-2">
      <legend className="mb-1 font-medium">{NAMES.visibleFields}</legend>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-4">
        {fields.map(({ key, label }) => (
          <label key={key} className="flex min-h-7 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              name="field"
              value={key}
              defaultChecked={shown.includes(key)}
              className="size-4 accent-accent"
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
