import { useState } from 'react';
import { useChange } from '../api/queries.js';
import { CopyField } from '../ui/copy-field.js';
import { copyText } from '../ui/copy-text.js';
import { TextField } from '../ui/field.js';
import { textOf } from '../ui/form-text.js';
import { RecordForm } from '../ui/record-form.js';
import { showToast } from '../ui/toasts.js';
import { withScheme } from './with-scheme.js';

/** Makes a short link and copies it at once. */
export function MakeLink() {
  const create = useChange('short_links.create');
  const [made, setMade] = useState<string>();
  const [round, setRound] = useState(0);
  const submit = async (form: FormData): Promise<void> => {
    const slug = textOf(form, 'slug').trim();
    const input = { url: withScheme(textOf(form, 'url')), ...(slug === '' ? { reuse: true } : { slug }) };
    const making = create.mutateAsync({ input });
    const isCopied = await copyText(making.then(({ shortUrl }) => shortUrl)).catch(() => false);
    const { shortUrl, created } = await making;
    showToast(`${created ? 'Link created' : 'You already have this link'}${isCopied ? ' and copied' : ''}`);
    setMade(shortUrl);
    setRound((before) => before + 1);
  };
  return (
    <section aria-label="New short link" className="mb-5 rounded-md border border-line bg-surface p-4">
      <RecordForm key={round} action="Shorten and copy" fields={['url', 'slug']} submit={submit}>
        {(errorAt) => (
          <div className="grid items-start gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
            <TextField
              label="URL to shorten"
              name="url"
              placeholder="https://"
              inputMode="url"
              autoComplete="off"
              required
              maxLength={8_192}
              error={errorAt('url')}
            />
            <TextField
              label="Custom name (optional)"
              name="slug"
              placeholder="spring-sale"
              autoComplete="off"
              maxLength={64}
              error={errorAt('slug')}
            />
          </div>
        )}
      </RecordForm>
      {made !== undefined && (
        <div className="mt-4">
          <CopyField label="Your short link" text={made} />
        </div>
      )}
    </section>
  );
}
