import { describeError } from '../../api/api-error.js';
import type { Output } from '../../api/operations.js';
import { useChange } from '../../api/queries.js';
import { useFormats } from '../../shell/account.js';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { PROVIDER_NAMES } from '../settings/providers.js';

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
      {mode === 'free' ? <ConsentTerms {...config} /> : <OwnKeyTerms {...config} />}
      {giving.isError && <Notice tone="bad">{describeError(giving.error)}</Notice>}
      <div className="flex flex-wrap items-center gap-3">
        <Button kind="primary" disabled={giving.isPending} onClick={agree}>
          Agree and start
        </Button>
        <span className="text-soft">You can withdraw your consent in the copilot's settings.</span>
      </div>
      <p className="text-[13px] text-soft">Version {requiredConsentVersion}</p>
    </section>
  );
}

/** What the user agrees to, in plain words. */
export function ConsentTerms({ retentionDays }: Pick<Config, 'retentionDays'>) {
  return <Terms retentionDays={retentionDays} recipient="a third-party language model that your operator chose" />;
}

/** The consent for the provider of the user's own key. It covers every provider they choose, so the present one is only named beside it. */
export function OwnKeyTerms({ retentionDays, provider }: Pick<Config, 'retentionDays' | 'provider'>) {
  const name = provider === null || provider === 'custom' ? undefined : PROVIDER_NAMES[provider];
  return (
    <Terms
      retentionDays={retentionDays}
      recipient={`the provider you chose${name === undefined ? '' : ` (now ${name})`}, in your name and at your expense, with your key`}
    />
  );
}

interface TermsProps extends Pick<Config, 'retentionDays'> {
  /** Who gets the messages. */
  readonly recipient: string;
}

function Terms({ retentionDays, recipient }: TermsProps) {
  const { count } = useFormats();
  return (
    <div className="flex flex-col gap-2">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>
          We send your messages, the name of the deal you ask about, the records the copilot looks up to answer you, and
          your memories to {recipient}.
        </li>
        <li>That provider decides what it keeps, and for how long.</li>
        <li>API keys and tokens we recognize are removed first. Nothing is sent until you agree.</li>
      </ul>
      <p className="text-soft">
        Conversations are kept here until you delete them
        {retentionDays > 0 &&
          `, or until they are unused for ${count(retentionDays)} ${retentionDays === 1 ? 'day' : 'days'}`}
        . Read more on the{' '}
        <a href="/privacy" target="_blank" rel="noopener" className={TEXT_LINK}>
          privacy page
        </a>
        .
      </p>
    </div>
  );
}
