import { useId, useState } from 'react';
import { call } from '../api/call.js';
import type { Output } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { TextField } from '../ui/fields/field.js';
import { type Field, fieldsOf } from '../ui/fields/fields-of.js';
import { number } from '../ui/fields/form-fields.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { showToast } from '../ui/toasts.js';

type SystemSettings = Output<'admin.get_settings'>;

/** System settings: sign-up, maintenance, the copilot's free turns. */
export function SystemForm() {
  const settings = useOperation('admin.get_settings', {});
  if (settings.isError) return <PageError error={settings.error} />;
  if (!settings.data) return <SkeletonRows rows={4} rowClass="flex h-10 items-center" />;
  return (
    <div className="max-w-md">
      <LoadedForm settings={settings.data} />
    </div>
  );
}

function toggle(label: string, hint: string): Field<boolean> {
  return {
    label,
    blank: false,
    read: (_form, _name, kept) => kept,
    show: (isOn) => (isOn ? 'On' : 'Off'),
    control: ({ value, change }) => <Switch label={label} hint={hint} isOn={value} onChange={change} />,
  };
}

const MAINTENANCE = toggle('Maintenance', 'Only administrators can use the product. Short links keep working.');

/** Asks for confirmation before maintenance. */
function maintenance(isClosed: boolean): Field<boolean> {
  return {
    ...MAINTENANCE,
    control: (props) => (
      <>
        {MAINTENANCE.control(props)}
        {props.value && !isClosed && (
          <TextField
            label="Type MAINTENANCE to start maintenance"
            required
            pattern="MAINTENANCE"
            mismatch="Type MAINTENANCE in capital letters."
          />
        )}
      </>
    ),
  };
}

const SOURCE_NAMES: Readonly<Record<SystemSettings['copilotFreeDailyLimitSource'], string>> = {
  database: 'Set here',
  env: "Set by the server's configuration",
  default: 'Default',
};

const systemFields = ({ maintenanceMode, copilotFreeDailyLimitSource }: SystemSettings) =>
  fieldsOf('admin.update_settings', {
    allowPublicSignup: toggle('Anyone can create an account', 'When off, only administrators create accounts.'),
    maintenanceMode: maintenance(maintenanceMode),
    copilotFreeDailyLimit: number('Free copilot turns per user per day', {
      hint: `${SOURCE_NAMES[copilotFreeDailyLimitSource]}. 0 means unlimited.`,
    }),
  });

function LoadedForm({ settings }: { readonly settings: SystemSettings }) {
  // The form stays after saving, and continues from the saved state.
  const [kept, setKept] = useState(settings);
  const updating = useChange('admin.update_settings');
  return (
    <EditForm
      key={kept.version}
      action="Save"
      fields={systemFields(kept)}
      onSaved={() => showToast('Settings saved')}
      subject={{
        record: kept,
        refetch: () => call('admin.get_settings', {}),
        update: async (input, version) => setKept(await updating.mutateAsync({ input, version })),
      }}
    />
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Switch({ label, hint, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <div className="flex items-start gap-2.5">
      <input
        id={id}
        type="checkbox"
        className="mt-0.5 size-4 accent-(--accent) pointer-coarse:size-6"
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p className="text-soft">{hint}</p>
      </div>
    </div>
  );
}
