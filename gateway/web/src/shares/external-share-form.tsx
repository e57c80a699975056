import { call } from '../api/call.js';
import { useChange, useOperation } from '../api/queries.js';
import { lastDayOf } from '../days/last-day.js';
import { useFormats, useToday } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { copyText } from '../ui/copy-text.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { TextField } from '../ui/fields/field.js';
import { type ControlProps, type Field, fieldsOf } from '../ui/fields/fields-of.js';
import { day, number } from '../ui/fields/form-fields.js';
import { PageError } from '../ui/page-error.js';
import { textOf } from '../ui/parsing/form-text.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { showToast } from '../ui/toasts.js';
import type { ExternalShare, SharedRecord } from './record.js';
import { shownFields } from './shown-fields.js';
import { type Shown, type ShownGroup, shownGroups } from './shown-groups.js';

interface ExternalShareFormProps {
  readonly record: Pick<SharedRecord, 'entityType' | 'entityId'>;
  /** Absent for a new one. */
  readonly share?: ExternalShare;
  readonly onMade?: (share: ExternalShare) => void;
  readonly onClose: () => void;
}

/** Creates or changes a shared link: its contents, end, number of openings, and password. */
export function ExternalShareForm(props: ExternalShareFormProps) {
  const fields = useOperation('external_shares.fields', { entityType: props.record.entityType });
  if (fields.isError) {
    return (
      <div className="flex flex-col items-start gap-3">
        <PageError error={fields.error} />
        <Button onClick={props.onClose}>Cancel</Button>
      </div>
    );
  }
  if (!fields.data) return <SkeletonRows rows={4} rowClass="flex h-10 items-center" />;
  return <LoadedForm {...props} shown={fields.data.items} />;
}

function LoadedForm({ record, share, onMade, onClose, shown }: ExternalShareFormProps & { readonly shown: Shown }) {
  const formats = useFormats();
  const today = useToday();
  const making = useChange('external_shares.create');
  const updating = useChange('external_shares.update');
  const { entityType, entityId } = record;
  const groups = shownGroups(shown);
  const fields = fieldsOf('external_shares.create', {
    visibleFields: shownFields(record, groups),
    expiresAt: day('Expires on (optional)', { hint: 'At the end of that day.', ...(!share && { min: today }) }),
    maxViews: number('View limit (optional)'),
    password: password(share?.hasPassword === true),
  });
  return (
    <EditForm
      action={share ? 'Save' : 'Create and copy link'}
      fields={fields}
      isInColumns
      onCancel={onClose}
      onSaved={onClose}
      subject={
        share
          ? {
              record: share,
              valuesOf: ({ visibleFields, expiresAt, hasPassword }) => ({
                // In the order of the boxes.
                visibleFields: keysOf(groups).filter((key) => visibleFields.includes(key)),
                expiresAt: expiresAt === null ? null : lastDayOf(expiresAt, formats),
                password: hasPassword ? undefined : null,
              }),
              refetch: () => call('external_shares.get', { shareId: share.id }),
              update: (changes, version) => updating.mutateAsync({ input: { shareId: share.id, ...changes }, version }),
            }
          : {
              send: async (typed) => {
                const input = { entityType, entityId, ...typed, password: typed.password ?? null };
                const made = making.mutateAsync({ input });
                // Started within the click event, because the browser would refuse it later.
                const copying = copyText(made.then(({ url }) => url)).catch(() => false);
                onMade?.(await made);
                if (await copying) showToast('Link copied');
              },
            }
      }
    />
  );
}

const keysOf = (groups: readonly ShownGroup[]): string[] =>
  groups.flatMap(({ fields }) => fields.map(({ key }) => key));

/** A new password; null for none, undefined keeps the existing one. */
function password(hasPassword: boolean): Field<string | null | undefined> {
  return {
    label: hasPassword ? 'New password (optional)' : 'Password (optional)',
    blank: null,
    read: (form, name, kept) => (form.has('withoutPassword') ? null : textOf(form, name) || kept),
    control: (props) => <PasswordControl {...props} hasPassword={hasPassword} />,
  };
}

interface PasswordControlProps extends ControlProps<string | null | undefined> {
  readonly hasPassword: boolean;
}

function PasswordControl({ name, label, bounds, value, error, hasPassword }: PasswordControlProps) {
  const { minLength, maxLength } = bounds;
  return (
    <>
      <TextField
        {...{ label, name, minLength, maxLength, error }}
        autoComplete="off"
        defaultValue={value ?? ''}
        hint={`At least 8 characters. ${hasPassword ? 'Leave empty to keep the current one.' : 'Send the password separately.'}`}
        className="sm:col-span-2"
      />
      {hasPassword && (
        <label className="-mt-2 flex min-h-7 items-center gap-2 pointer-coarse:min-h-11 sm:col-span-2">
          <input
            type="checkbox"
            name="withoutPassword"
            defaultChecked={value === null}
            className="size-4 accent-accent"
          />
          Remove the password
        </label>
      )}
    </>
  );
}
