import { useId, useState } from 'react';
import { call } from '../api/call.js';
import type { Edited } from '../api/merge-changes.js';
import type { Output } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { EditForm } from '../ui/edit-form.js';
import { TextField } from '../ui/field.js';
import { optionalNumber } from '../ui/form-text.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { showToast } from '../ui/toasts.js';

type SystemSettings = Output<'admin.get_settings'>;

/** What holds for everybody: sign-up, maintenance, the copilot's free turns. */
export function SystemForm() {
  const settings = useOperation('admin.get_settings', {});
  if (settings.isError) return <PageError error={settings.error} />;
  if (!settings.data) return <SkeletonRows rows={4} rowClass="flex h-10 items-center" />;
  return <LoadedForm settings={settings.data} />;
}

const NAMES = {
  allowPublicSignup: 'Anyone can create an account',
  maintenanceMode: 'Maintenance',
  copilotFreeDailyLimit: 'Free copilot turns per user and day',
};

const SOURCE_NAMES: Readonly<Record<SystemSettings['copilotFreeDailyLimitSource'], string>> = {
  database: 'Set here',
  env: "Set by the server's configuration",
  default: 'Default',
};

type SystemValues = Pick<SystemSettings, keyof typeof NAMES>;

const showSwitch = (isOn: boolean): string => (isOn ? 'On' : 'Off');

function LoadedForm({ settings }: { readonly settings: SystemSettings }) {
  // The form stays after it is saved, and goes on from there.
  const [kept, setKept] = useState(settings);
  const updating = useChange('admin.update_settings');
  const subject: Edited<SystemSettings, SystemValues> = {
    record: kept,
    valuesOf: ({ allowPublicSignup, maintenanceMode, copilotFreeDailyLimit }) => ({
      allowPublicSignup,
      maintenanceMode,
      copilotFreeDailyLimit,
    }),
    readAnew: () => call('admin.get_settings', {}),
    update: async (input, version) => setKept(await updating.mutateAsync({ input, version })),
  };
  return (
    <EditForm
      key={kept.version}
      action="Save"
      names={NAMES}
      onSaved={() => showToast('Saved.')}
      read={(form, values) => ({
        ...values,
        copilotFreeDailyLimit: optionalNumber(form, 'copilotFreeDailyLimit') ?? 0,
      })}
      show={{ allowPublicSignup: showSwitch, maintenanceMode: showSwitch }}
      subject={subject}
    >
      {({ values: { allowPublicSignup, maintenanceMode, copilotFreeDailyLimit }, change, errorAt }) => (
        <div className="flex flex-col gap-4">
          <Switch
            label={NAMES.allowPublicSignup}
            hint="Off: only existing accounts can sign in."
            isOn={allowPublicSignup}
            onChange={(isOn) => change({ allowPublicSignup: isOn })}
          />
          <Switch
            label={NAMES.maintenanceMode}
            hint="Only administrators can use the product. Short links keep working."
            isOn={maintenanceMode}
            onChange={(isOn) => change({ maintenanceMode: isOn })}
          />
          {maintenanceMode && !kept.maintenanceMode && (
            <TextField
              label="Type MAINTENANCE to close the product for everyone"
              required
              pattern="MAINTENANCE"
              className="max-w-md"
            />
          )}
          <TextField
            label={NAMES.copilotFreeDailyLimit}
            hint={`${SOURCE_NAMES[kept.copilotFreeDailyLimitSource]}. 0 means unlimited.`}
            name="copilotFreeDailyLimit"
            type="number"
            required
            min={0}
            max={1_000_000}
            step={1}
            defaultValue={copilotFreeDailyLimit}
            error={errorAt('copilotFreeDailyLimit')}
            className="max-w-md"
          />
        </div>
      )}
    </EditForm>
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
