import { useState } from 'react';
import { refusedField } from '../api/api-error.js';
import type { Output } from '../api/operations.js';
import { useChange } from '../api/queries.js';
import { ChoiceField, TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { Notice } from '../ui/notice.js';
import { textOf } from '../ui/parsing/form-text.js';
import { readLinkAddress } from './link-address.js';

type Switched = Output<'admin.switch_short_link'> | Output<'admin.switch_external_share'>;

/** Disables or enables any link by its address. */
export function LinkSwitch() {
  const shortLinks = useChange('admin.switch_short_link');
  const shares = useChange('admin.switch_external_share');
  const [wanted, setWanted] = useState<'off' | 'on'>('off');
  const [switched, setSwitched] = useState<Switched>();
  const disabled = wanted === 'off';
  const submit = async (form: FormData): Promise<void> => {
    setSwitched(undefined);
    const address = readLinkAddress(textOf(form, 'address'));
    if (!address) throw refusedField('address', 'Paste a short link or a shared link.');
    setSwitched(
      address.kind === 'share'
        ? await shares.mutateAsync({ input: { token: address.token, disabled } })
        : await shortLinks.mutateAsync({ input: { shortId: address.shortId, disabled } }),
    );
  };
  return (
    <section aria-labelledby="link-switch" className="mb-5 rounded-md border border-line bg-surface p-4">
      <h2 id="link-switch" className="mb-3 font-semibold">
        Disable a link
      </h2>
      <RecordForm
        action={disabled ? 'Disable link' : 'Enable link'}
        fields={['address']}
        fieldOfCode={{ NOT_FOUND: 'address' }}
        submit={submit}
      >
        {(errorAt) => (
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,3fr)_minmax(0,1fr)]">
            <TextField
              label="Link"
              name="address"
              hint="A short link, a photo, or a shared link. Its owner can't enable it again."
              placeholder="https://"
              inputMode="url"
              autoComplete="off"
              required
              maxLength={2_000}
              error={errorAt('address')}
            />
            <ChoiceField
              label="Status"
              value={wanted}
              onChange={(value) => setWanted(value === 'on' ? 'on' : 'off')}
              choices={[
                ['off', 'Disabled'],
                ['on', 'Enabled'],
              ]}
            />
          </div>
        )}
      </RecordForm>
      {switched && (
        <div className="mt-4">
          <Notice tone={switched.disabled ? 'good' : 'plain'}>{describe(switched)}</Notice>
        </div>
      )}
    </section>
  );
}

function describe({ disabled, disabledWithAccount }: Switched): string {
  if (disabled) return 'Link disabled';
  if (disabledWithAccount) return "The link stays disabled while its owner's account is disabled.";
  return 'Link enabled, unless its owner disabled it or it has expired.';
}
