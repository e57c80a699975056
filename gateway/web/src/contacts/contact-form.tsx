import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { Edited } from '../api/merge-changes.js';
import { useSignedIn } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { EditForm, type Started } from '../ui/edit-form.js';
import { FIELD_CLASS, TextArea, TextField } from '../ui/field.js';
import { listOf, optionalNumber, optionalText, textOf } from '../ui/form-text.js';
import type { ErrorAt } from '../ui/record-form.js';
import { handleText, type Contact } from './address-books.js';

type Handles = Contact['handles'];

interface ContactFormProps {
  readonly subject: Edited<Contact, ContactValues> | Pick<Started<ContactValues>, 'create'>;
  readonly onClose: () => unknown;
}

const NAMES = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  company: 'Company',
  handles: 'Accounts',
  tags: 'Tags',
  revenue: 'Revenue',
  currency: 'Currency',
  notes: 'Notes',
};

export type ContactValues = Pick<Contact, keyof typeof NAMES>;

const BLANK: Omit<ContactValues, 'currency'> = {
  name: '',
  email: null,
  phone: null,
  company: null,
  handles: [],
  tags: [],
  revenue: null,
  notes: null,
};

/** A contact, or influencer, as its form has it. */
export function contactValues({ name, email, phone, company, handles, ...rest }: Contact): ContactValues {
  const { tags, revenue, currency, notes } = rest;
  return { name, email, phone, company, handles, tags, revenue, currency, notes };
}

const PLATFORMS = ['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'];

/** Adds a contact, or influencer, or changes one. */
export function ContactForm({ subject, onClose }: ContactFormProps) {
  const { settings } = useSignedIn();
  return (
    <EditForm
      action={'create' in subject ? 'Create' : 'Save'}
      names={NAMES}
      onCancel={() => void onClose()}
      onSaved={onClose}
      read={readContact}
      show={{ handles: (handles) => handles.map(handleLine).join('\n') }}
      subject={'create' in subject ? { ...subject, blank: { ...BLANK, currency: settings.currency } } : subject}
    >
      {({ errorAt, values }) => <ContactFields values={values} errorAt={errorAt} />}
    </EditForm>
  );
}

const handleLine = ({ platform, handle, url }: Handles[number]): string =>
  [platform, handleText(handle), url].filter((part) => part !== null).join(' ');

function ContactFields({ values, errorAt }: { readonly values: ContactValues; readonly errorAt: ErrorAt }) {
  const text = (name: 'name' | 'email' | 'phone' | 'company', maxLength: number) => (
    <TextField
      label={NAMES[name]}
      name={name}
      maxLength={maxLength}
      defaultValue={values[name] ?? ''}
      required={name === 'name'}
      autoFocus={name === 'name'}
      autoComplete="off"
      error={errorAt(name)}
    />
  );
  return (
    <>
      {text('name', 200)}
      <div className="grid gap-4 sm:grid-cols-2">
        {text('email', 254)}
        {text('phone', 50)}
        {text('company', 200)}
        <TextField
          label={NAMES.tags}
          name="tags"
          hint="Separate with commas."
          defaultValue={values.tags.join(', ')}
          error={errorAt('tags')}
        />
      </div>
      <HandleFields given={values.handles} error={errorAt('handles')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={NAMES.revenue}
          name="revenue"
          type="number"
          min={0}
          step={0.01}
          defaultValue={values.revenue ?? ''}
          error={errorAt('revenue')}
        />
        <TextField
          label={NAMES.currency}
          name="currency"
          maxLength={3}
          defaultValue={values.currency}
          error={errorAt('currency')}
        />
      </div>
      <TextArea
        label={NAMES.notes}
        name="notes"
        rows={4}
        maxLength={10_000}
        hint="Only you can see these."
        defaultValue={values.notes ?? ''}
        error={errorAt('notes')}
      />
    </>
  );
}

function HandleFields({ given, error }: { readonly given: Contact['handles']; readonly error: string | undefined }) {
  const [rows, setRows] = useState(() => given.map((handle, key) => ({ ...handle, key })));
  const invalid = error === undefined ? undefined : true;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1 font-medium">Accounts</legend>
      <datalist id="platforms">
        {PLATFORMS.map((platform) => (
          <option key={platform} value={platform}>
            {platform}
          </option>
        ))}
      </datalist>
      {rows.map(({ key, platform, handle, url }) => (
        <div key={key} className="flex items-center gap-2">
          <input type="hidden" name="handleUrl" value={url ?? ''} />
          <input
            name="platform"
            aria-label="Platform"
            placeholder="youtube"
            list="platforms"
            required
            maxLength={50}
            defaultValue={platform}
            className={`${FIELD_CLASS} max-w-36`}
          />
          <input
            name="handle"
            aria-label="Account name"
            aria-invalid={invalid}
            placeholder="@name"
            required
            maxLength={200}
            defaultValue={handle}
            className={FIELD_CLASS}
          />
          <Button
            kind="quiet"
            aria-label={`Remove ${handle || 'the account'}`}
            onClick={() => setRows((all) => all.filter((row) => row.key !== key))}
          >
            <X size={16} aria-hidden />
          </Button>
        </div>
      ))}
      {error !== undefined && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      <div>
        <Button
          disabled={rows.length >= 20}
          onClick={() => setRows((all) => [...all, { key: nextKey(all), platform: '', handle: '', url: null }])}
        >
          <Plus size={15} aria-hidden /> Add account
        </Button>
      </div>
    </fieldset>
  );
}

function nextKey(rows: readonly { readonly key: number }[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}

/** What stands in the form, with null for what is empty. */
function readContact(form: FormData, { currency }: ContactValues): ContactValues {
  return {
    name: textOf(form, 'name'),
    email: optionalText(form, 'email'),
    phone: optionalText(form, 'phone'),
    company: optionalText(form, 'company'),
    handles: readHandles(form),
    tags: listOf(textOf(form, 'tags')),
    revenue: optionalNumber(form, 'revenue'),
    currency: optionalText(form, 'currency') ?? currency,
    notes: optionalText(form, 'notes'),
  };
}

function readHandles(form: FormData): Handles {
  const [platforms, handles, urls] = ['platform', 'handle', 'handleUrl'].map((name) => form.getAll(name).map(String));
  return (platforms ?? []).map((platform, index) => ({
    platform,
    handle: handles?.[index] ?? '',
    url: urls?.[index] || null,
  }));
}
