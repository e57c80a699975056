import type { ReactNode } from 'react';
import { describeError } from '../../api/api-error.js';
import type { Output } from '../../api/operations.js';
import { useChange } from '../../api/queries.js';
import { useFormats } from '../../shell/account.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { TEXT_LINK } from '../../ui/text-link.js';

type Config = Output<'copilot.get_config'>;

/** Replaces the field until the user consents to their messages leaving the product. */
export function ConsentCard({ config }: { readonly config: Config }) {
  const { requiredConsentVersion, consent, mode } = config;
  const giving = useChange('copilot.give_consent');
  const agree = (): void => giving.mutate({ input: { scope: mode, version: requiredConsentVersion, granted: true } });
  const isNewVersion = consent[mode].version !== null && consent[mode].version !== requiredConsentVersion;
  return (
    <section aria-label="Consent" className="flex flex-col gap-3 rounded-md border border-line-strong bg-surface p-4">
      <h2 className="text-base font-semibold">Before your first question</h2>
      {isNewVersion && <p>These terms have changed since you agreed to them.</p>}
      {mode === 'free' ? (
        <ConsentTerms retentionDays={config.retentionDays} />
      ) : (
        <OwnKeyTerms retentionDays={config.retentionDays} />
      )}
      {giving.isError && <Notice tone="bad">{describeError(giving.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" disabled={giving.isPending} onClick={agree}>
          Agree and start
        </Button>
        <span className="text-soft">You can withdraw your consent in the copilot's settings.</span>
      </div>
    </section>
  );
}

/** What the user agrees to, in plain words. */
export function ConsentTerms({ retentionDays }: Pick<Config, 'retentionDays'>) {
  return <Terms retentionDays={retentionDays}>It goes to a third-party language model chosen by your operator.</Terms>;
}

/** The consent for the provider of the user's own key. */
export function OwnKeyTerms({ retentionDays }: Pick<Config, 'retentionDays'>) {
  return (
    <Terms retentionDays={retentionDays}>
      It goes to the provider you chose, in your name and at your expense, with your key.
    </Terms>
  );
}

function Terms({ retentionDays, children }: Pick<Config, 'retentionDays'> & { readonly children: ReactNode }) {
  const { count } = useFormats();
  return (
    <ul className="flex list-disc flex-col gap-1 pl-5">
      <li>What you write here leaves this product. So does the name of the deal you ask about.</li>
      <li>So does what the copilot looks up in your records to answer you, and your memories.</li>
      <li>{children}</li>
      <li>What that provider keeps, and for how long, is up to the provider.</li>
      <li>Keys and tokens are removed where we recognize them.</li>
      <li>
        Conversations are kept here until you delete them
        {retentionDays > 0 &&
          `, or until they are unused for ${count(retentionDays)} ${retentionDays === 1 ? 'day' : 'days'}`}
        .
      </li>
      <li>
        Without your consent nothing is sent. Read more on the{' '}
        <a href="/privacy" target="_blank" rel="noopener" className={TEXT_LINK}>
          privacy page
        </a>
        .
      </li>
    </ul>
  );
}
