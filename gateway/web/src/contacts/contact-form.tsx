import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import type { Input } from '../api/operations.js';
import { useSignedIn } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { FIELD_CLASS, TextArea, TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { RecordForm, type ErrorAt } from '../ui/record-form.js';
import type { Contact } from './address-books.js';

type ContactInput = Input<'contacts.create'>;
type Handles = NonNullable<ContactInput['handles']>;

interface ContactFormProps {
  /** As it was when the form was opened; absent for a new one. */
  readonly contact?: Contact;
  readonly submit: (typed: ContactInput) => Promise<unknown>;
  readonly onCancel: () => void;
}

const FIELDS = ['name', 'email', 'phone', 'company', 'handles', 'tags', 'revenue', 'currency', 'notes'] as const;
const PLATFORMS = ['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'];

export function ContactForm({ contact, submit, onCancel }: ContactFormProps) {
  return (
    <RecordForm
      action={contact ? 'Save' : 'Create'}
      fields={FIELDS}
      onCancel={onCancel}
      submit={(form) => submit(readContact(form))}
    >
      {(errorAt) => <ContactFields contact={contact} errorAt={errorAt} />}
    </RecordForm>
  );
}

function ContactFields({ contact, errorAt }: { readonly contact: Contact | undefined; readonly errorAt: ErrorAt }) {
  const { settings } = useSignedIn();
  const text = (label: string, name: 'name' | 'email' | 'phone' | 'company', maxLength: number) => (
    <TextField
      label={label}
      name={name}
      maxLength={maxLength}
      defaultValue={contact?.[name] ?? ''}
      required={name === 'name'}
      autoFocus={name === 'name'}
      autoComplete="off"
      error={errorAt(name)}
    />
  );
  return (
    <>
      {text('Name', 'name', 200)}
      <div className="grid gap-4 sm:grid-cols-2">
        {text('E-mail', 'email', 254)}
        {text('Phone', 'phone', 50)}
        {text('Company', 'company', 200)}
        <TextField
          label="Tags"
          name="tags"
          hint="Parted by commas."
          defaultValue={contact?.tags.join(', ') ?? ''}
          error={errorAt('tags')}
        />
      </div>
      <HandleFields given={contact?.handles ?? []} error={errorAt('handles')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Revenue"
          name="revenue"
          type="number"
          min={0}
          step={0.01}
          defaultValue={contact?.revenue ?? ''}
          error={errorAt('revenue')}
        />
        <TextField
          label="Currency"
          name="currency"
          maxLength={3}
          defaultValue={contact?.currency ?? settings.currency}
          error={errorAt('currency')}
        />
      </div>
      <TextArea
        label="Notes"
        name="notes"
        rows={4}
        maxLength={10_000}
        hint="Only you see these."
        defaultValue={contact?.notes ?? ''}
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
            aria-label="Name of the account"
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
          <Plus size={15} aria-hidden /> Add an account
        </Button>
      </div>
    </fieldset>
  );
}

function nextKey(rows: readonly { readonly key: number }[]): number {
  return Math.max(-1, ...rows.map(({ key }) => key)) + 1;
}

/** What stands in the form, with null for what is empty. */
function readContact(form: FormData): ContactInput {
  const optional = (name: string): string | null => textOf(form, name).trim() || null;
  const revenue = optional('revenue');
  const currency = optional('currency');
  return {
    name: textOf(form, 'name'),
    email: optional('email'),
    phone: optional('phone'),
    company: optional('company'),
    handles: readHandles(form),
    tags: textOf(form, 'tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    notes: optional('notes'),
    revenue: revenue === null ? null : Number(revenue),
    ...(currency !== null && { currency }),
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

/** What of the form differs from the record as it was when the form was opened. */
export function changesOf(before: Contact, typed: ContactInput): Partial<ContactInput> {
  const changed = Object.entries(typed).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Contact]),
  );
  return Object.fromEntries(changed);
}
