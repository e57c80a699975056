import { useId, useState } from 'react';
import type { Output } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { TextField } from '../ui/field.js';
import { PageError } from '../ui/page-error.js';
import { RecordForm } from '../ui/record-form.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { showToast } from '../ui/toasts.js';

type SystemSettings = Output<'admin.get_settings'>;

/** What holds for everybody: sign-up, maintenance. */
export function SystemForm() {
  const settings = useOperation('admin.get_settings', {});
  if (settings.isError) return <PageError error={settings.error} />;
  if (!settings.data) return <SkeletonRows rows={4} rowClass="flex h-10 items-center" />;
  return <LoadedForm key={settings.data.version} settings={settings.data} />;
}

function LoadedForm({ settings }: { readonly settings: SystemSettings }) {
  const [isSignupOpen, setSignupOpen] = useState(settings.allowPublicSignup);
  const [isMaintenance, setMaintenance] = useState(settings.maintenanceMode);
  const [typed, setTyped] = useState('');
  const updating = useChange('admin.update_settings');
  const needsWord = isMaintenance && !settings.maintenanceMode;
  return (
    <RecordForm
      action="Save"
      fields={[]}
      submit={async () => {
        const input = { allowPublicSignup: isSignupOpen, maintenanceMode: isMaintenance };
        await updating.mutateAsync({ input, version: settings.version });
        showToast('Saved.');
      }}
    >
      {() => (
        <div className="flex flex-col gap-4">
          <Switch
            label="Anybody may create an account"
            hint="Closed, only whoever has an account signs in."
            isOn={isSignupOpen}
            onChange={setSignupOpen}
          />
          <Switch
            label="Maintenance"
            hint="Everybody but administrators is told to come back later. Short links go on."
            isOn={isMaintenance}
            onChange={setMaintenance}
          />
          {needsWord && (
            <TextField
              label="Type MAINTENANCE to close the product for everybody"
              required
              pattern="MAINTENANCE"
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              className="max-w-md"
            />
          )}
        </div>
      )}
    </RecordForm>
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
