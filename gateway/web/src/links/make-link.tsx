import { useState } from 'react';
import { useChange } from '../api/queries.js';
import { copyText } from '../ui/copy-text.js';
import { CopyField } from '../ui/fields/copy-field.js';
import { TextField } from '../ui/fields/field.js';
import { RecordForm } from '../ui/fields/record-form.js';
import { textOf } from '../ui/parsing/form-text.js';
import { showToast } from '../ui/toasts.js';
import { withCustomName } from './custom-name-error.js';
import { UTM_PARAMETERS, type UtmName, withUtm } from './utm.js';
import { withScheme } from './with-scheme.js';

const FIELD_OF_CODE = { invalid_target_url: 'url' };

/** Creates a short link and copies it at once. */
export function MakeLink() {
  const create = useChange('short_links.create');
  const [made, setMade] = useState<string>();
  const [round, setRound] = useState(0);
  const submit = async (form: FormData): Promise<void> => {
    const slug = textOf(form, 'slug').trim();
    const utm = readUtm(form);
    const campaign = utm.campaign.trim();
    const input = {
      url: withUtm(withScheme(textOf(form, 'url')), utm),
      ...(slug === '' ? { reuse: true } : { slug }),
      ...(campaign !== '' && { campaign }),
    };
    const making = create.mutateAsync({ input }).catch((error: unknown) => {
      setMade(undefined);
      throw withCustomName(error);
    });
    const isCopied = await copyText(making.then(({ shortUrl }) => shortUrl)).catch(() => false);
    const { shortUrl, created } = await making;
    showToast(`${created ? 'Link created' : 'You already have this link'}${isCopied ? ' and copied' : ''}`);
    setMade(shortUrl);
    setRound((before) => before + 1);
  };
  return (
    <section aria-label="New short link" className="mb-5 rounded-md border border-line bg-surface p-4">
      <RecordForm
        key={round}
        action="Shorten and copy"
        fields={['url', 'slug']}
        fieldOfCode={FIELD_OF_CODE}
        submit={submit}
      >
        {(errorAt) => (
          <>
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
            <UtmFields />
          </>
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

/** Parameters for the destination's own statistics; the campaign is also stored with the link. */
function UtmFields() {
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 text-soft hover:text-ink pointer-coarse:py-3">
        UTM parameters
      </summary>
      <div className="mt-2 grid items-start gap-4 sm:grid-cols-3 lg:grid-cols-5">
        {UTM_PARAMETERS.map(([name, label, example]) => (
          <TextField
            key={name}
            label={label}
            name={fieldOf(name)}
            placeholder={example}
            autoComplete="off"
            maxLength={100}
          />
        ))}
      </div>
      <p className="mt-2 text-soft">Added to the destination, so its analytics can tell where visitors come from.</p>
    </details>
  );
}

function fieldOf(name: UtmName): string {
  return `utm_${name}`;
}

function readUtm(form: FormData): Readonly<Record<UtmName, string>> {
  const typed = (name: UtmName): string => textOf(form, fieldOf(name));
  return {
    source: typed('source'),
    medium: typed('medium'),
    campaign: typed('campaign'),
    term: typed('term'),
    content: typed('content'),
  };
}
