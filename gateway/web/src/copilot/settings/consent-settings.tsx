import type { ReactNode } from 'react';
import { describeError } from '../../api/api-error.js';
import type { Output } from '../../api/operations.js';
import { useChange } from '../../api/queries.js';
import { useFormats } from '../../shell/account.js';
import { Button } from '../../ui/button.js';
import { showError, showToast } from '../../ui/toasts.js';
import { ConsentTerms, OwnKeyTerms } from '../ask/consent-card.js';
import { DeleteLearning } from './delete-learning.js';
import { SettingsSection } from './settings-section.js';

type Config = Output<'copilot.get_config'>;
type Scope = keyof Config['consent'];

/** The user's consents, one by one. */
export function ConsentSettings({ config }: { readonly config: Config }) {
  const updating = useChange('copilot.update_config');
  return (
    <>
      <SettingsSection title="Consent">
        <Consent config={config} scope="free" refused="Nothing is sent.">
          <ConsentTerms {...config} />
        </Consent>
      </SettingsSection>
      {(config.provider !== null || config.consent.byok.granted) && (
        <SettingsSection title="Consent to your own provider">
          <Consent config={config} scope="byok" refused="Nothing is sent to your own provider.">
            <OwnKeyTerms {...config} />
          </Consent>
        </SettingsSection>
      )}
      <SettingsSection title="Learning">
        <Consent
          config={config}
          scope="learning"
          refused="Nothing is learned."
          onGiven={(isGranted) => updating.mutateAsync({ input: { learningEnabled: isGranted } })}
        >
          <ul className="flex list-disc flex-col gap-1 pl-5">
            <li>The copilot notes what you ask it to remember, and what you say repeatedly.</li>
            <li>It asks you before it remembers any of that.</li>
            <li>The models that answer you see what it remembers.</li>
          </ul>
        </Consent>
        <DeleteLearning />
      </SettingsSection>
    </>
  );
}

interface ConsentProps {
  readonly config: Config;
  readonly scope: Scope;
  /** The effect of not consenting. */
  readonly refused: string;
  readonly onGiven?: (isGranted: boolean) => Promise<unknown>;
  /** The subject of the consent. */
  readonly children: ReactNode;
}

function Consent({ config, scope, refused, onGiven, children }: ConsentProps) {
  const { time } = useFormats();
  const giving = useChange('copilot.give_consent');
  const { granted, version, at } = config.consent[scope];
  const give = async (isGranted: boolean): Promise<void> => {
    try {
      await giving.mutateAsync({ input: { scope, version: config.requiredConsentVersion, granted: isGranted } });
      await onGiven?.(isGranted);
      showToast(isGranted ? 'Consent given' : `Consent withdrawn. ${refused}`);
    } catch (error) {
      showError(describeError(error));
    }
  };
  return (
    <div className="flex flex-col gap-3">
      {children}
      <p className="text-[13px] text-soft">
        {granted && at !== null
          ? `You agreed to version ${version ?? ''} on ${time(at)}.`
          : `You haven't agreed to version ${config.requiredConsentVersion}. ${refused}`}
      </p>
      <div>
        {granted ? (
          <Button kind="danger" disabled={giving.isPending} onClick={() => void give(false)}>
            Withdraw consent
          </Button>
        ) : (
          <Button kind="primary" disabled={giving.isPending} onClick={() => void give(true)}>
            Agree
          </Button>
        )}
      </div>
    </div>
  );
}
