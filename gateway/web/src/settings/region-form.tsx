import { createFormats } from '@svc/web/shared/format';
import { useState } from 'react';
import { call } from '../api/call.js';
import { useChange } from '../api/queries.js';
import { useSignedIn, useToday } from '../shell/account.js';
import { EditForm } from '../ui/fields/edit-form.js';
import { fieldsOf } from '../ui/fields/fields-of.js';
import { currency, numbers, picked } from '../ui/fields/form-fields.js';
import { showToast } from '../ui/toasts.js';
import { LocaleField } from './locale-field.js';
import { TimeZoneField } from './time-zone-field.js';

/** Time zone, number formats, and check days. */
export function RegionForm() {
  const { settings } = useSignedIn();
  // The form stays after saving, and continues from the saved state; the app may save the time zone of the browser meanwhile.
  const [saved, setSaved] = useState(settings);
  const kept = settings.version > saved.version ? settings : saved;
  const today = useToday();
  const [typed, setTyped] = useState<Partial<Example>>({});
  const updating = useChange('settings.update');
  const type = (field: Partial<Example>): void => setTyped((before) => ({ ...before, ...field }));
  const fields = fieldsOf('settings.update', {
    timeZone: picked('Time zone', TimeZoneField, {
      hint: 'Checks become due at midnight in this time zone.',
      onChoose: (timeZone) => type({ timeZone }),
    }),
    locale: picked('Region format', LocaleField, {
      hint: exampleOf({ ...settings, ...typed }, today),
      onChoose: (locale) => type({ locale }),
    }),
    currency: currency('Currency for new deals', { onChoose: (code) => type({ currency: code }) }),
    viewCheckDays: numbers('Check days', { required: true, hint: 'For new deals, for example 1, 7, 30.' }),
  });
  return (
    <EditForm
      key={kept.version}
      action="Save"
      fields={fields}
      isInColumns
      onSaved={() => showToast('Settings saved')}
      subject={{
        record: kept,
        refetch: () => call('settings.get', {}),
        // Without the version: other forms of the page change other settings.
        update: async (input) => setSaved(await updating.mutateAsync({ input })),
      }}
    />
  );
}

interface Example {
  readonly locale: string;
  readonly timeZone: string;
  readonly currency: string;
}

function exampleOf({ locale, timeZone, currency: code }: Example, today: string): string {
  const formats = createFormats({ locale, timeZone });
  return `${formats.day(today)} · ${formats.count(1_234_567)} · ${formats.money(1_250.5, code)}`;
}
