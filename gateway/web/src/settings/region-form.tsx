import { createFormats } from '@svc/web/shared/format';
import { useState } from 'react';
import { useChange } from '../api/queries.js';
import { useSignedIn, useToday } from '../shell/account.js';
import { ChoiceField, TextField } from '../ui/field.js';
import { RecordForm } from '../ui/record-form.js';
import { showToast } from '../ui/toasts.js';

/** Where days begin, how numbers read, and when checks fall due. */
export function RegionForm() {
  const { settings } = useSignedIn();
  const today = useToday();
  const [timeZone, setTimeZone] = useState(settings.timeZone);
  const [locale, setLocale] = useState(settings.locale);
  const [currency, setCurrency] = useState(settings.currency);
  const [checkDays, setCheckDays] = useState(settings.viewCheckDays.join(', '));
  const updating = useChange('settings.update');
  return (
    <RecordForm
      action="Save"
      fields={['timeZone', 'locale', 'currency', 'viewCheckDays']}
      submit={async () => {
        const viewCheckDays = checkDays.split(',').map((day) => Number(day.trim()));
        await updating.mutateAsync({ input: { timeZone, locale, currency, viewCheckDays } });
        showToast('Saved.');
      }}
    >
      {(errorAt) => (
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label="Time zone"
            value={timeZone}
            onChange={setTimeZone}
            choices={listTimeZones(settings.timeZone)}
            error={errorAt('timeZone')}
            hint="Checks become due at midnight in this time zone."
          />
          <TextField
            label="Region format"
            value={locale}
            maxLength={35}
            required
            onChange={(event) => setLocale(event.currentTarget.value)}
            error={errorAt('locale')}
            hint={exampleOf(locale, timeZone, currency, today)}
          />
          <TextField
            label="Currency for new deals"
            value={currency}
            maxLength={3}
            required
            onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
            error={errorAt('currency')}
            hint="For example, USD or EUR."
          />
          <TextField
            label="Check days"
            value={checkDays}
            required
            onChange={(event) => setCheckDays(event.currentTarget.value)}
            error={errorAt('viewCheckDays')}
            hint="For new deals, for example 1, 7, 30."
          />
        </div>
      )}
    </RecordForm>
  );
}

/** All that the browser knows, and the one that is set. */
function listTimeZones(current: string): readonly (readonly [string, string])[] {
  const zones = new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].sort().map((zone) => [zone, zone.replaceAll('_', ' ')] as const);
}

/** What is typed may not be a tag, or a currency, yet. */
function exampleOf(locale: string, timeZone: string, currency: string, today: string): string {
  try {
    const formats = createFormats({ locale, timeZone });
    return `${formats.day(today)} · ${formats.count(1_234_567)} · ${formats.money(1_250.5, currency)}`;
  } catch {
    return 'For example, en-US, de-DE or pt-BR.';
  }
}
