import { Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ContactTags, tags } from '../records/tag-fields.js';
import { useSignedIn } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { type Changed, EditForm, type Started } from '../ui/fields/edit-form.js';
import { FIELD_CLASS } from '../ui/fields/field.js';
import { type Field, fieldsOf, type ValuesOf } from '../ui/fields/fields-of.js';
import { area, currency, number, text } from '../ui/fields/form-fields.js';
import { type AddressBook, type Contact, handleText } from './address-books.js';
import { ContactSubject, WithSameEmail } from './same-email.js';

type Handles = Contact['handles'];

const ACCOUNTS: Field<Handles> = {
  label: 'Accounts',
  blank: [],
  read: readHandles,
  show: (handles) => handles.map(handleLine).join('\n'),
  control: ({ value, error }) => <HandleFields handles={value} error={error} />,
};

const TYPED_EMAIL = text('Email', { type: 'email' });
const EMAIL: Field<string | null> = {
  ...TYPED_EMAIL,
  control: (props) => <WithSameEmail value={props.value}>{TYPED_EMAIL.control(props)}</WithSameEmail>,
};

const FIELDS = fieldsOf('contacts.create', {
  name: text('Name', { isWide: true, autoFocus: true }),
  email: EMAIL,
  phone: text('Phone'),
  company: text('Company'),
  tags: tags('Tags', ContactTags),
  handles: ACCOUNTS,
  revenue: number('Revenue', { isMoney: true }),
  currency: currency(),
  notes: area('Notes', { rows: 4, hint: 'Only you can see these.' }),
});

export type ContactValues = ValuesOf<typeof FIELDS>;

interface ContactFormProps {
  readonly book: AddressBook;
  readonly subject: Changed<Contact, ContactValues> | Started<ContactValues>;
  readonly onClose: () => unknown;
}

/** Adds a contact, or influencer, or changes one. */
export function ContactForm({ book, subject, onClose }: ContactFormProps) {
  const { settings } = useSignedIn();
  const id = 'send' in subject ? undefined : subject.record.id;
  const about = useMemo(() => (id === undefined ? { book } : { book, id }), [book, id]);
  return (
    <ContactSubject value={about}>
      <EditForm
        action={'send' in subject ? 'Create' : 'Save'}
        fields={FIELDS}
        isInColumns
        onCancel={() => void onClose()}
        onSaved={onClose}
        subject={'send' in subject ? { ...subject, start: { currency: settings.currency } } : subject}
      />
    </ContactSubject>
  );
}

const PLATFORMS = ['youtube', 'tiktok', 'instagram', 'x', 'facebook', 'twitch'];

function handleLine({ platform, handle, url }: Handles[number]): string {
  return [platform, handleText(handle), url].filter((part) => part !== null).join(' ');
}

function HandleFields({ handles, error }: { readonly handles: Handles; readonly error: string | undefined }) {
  const [rows, setRows] = useState(() => handles.map((handle, key) => ({ ...handle, key })));
  const invalid = error === undefined ? undefined : true;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2 sm:col-span-2">
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
          <input type="hidden" name="handleOfUrl" value={`${platform} ${handle}`} />
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

function readHandles(form: FormData): Handles {
  const [platforms = [], handles = [], urls = [], linked = []] = ['platform', 'handle', 'handleUrl', 'handleOfUrl'].map(
    (name) => form.getAll(name).map(String),
  );
  return platforms.map((platform, index) => {
    const handle = handles[index] ?? '';
    // Another account has another link.
    const isSame = linked[index] === `${platform} ${handle}`;
    return { platform, handle, url: (isSame && urls[index]) || null };
  });
}
