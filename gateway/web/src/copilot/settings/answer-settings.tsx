import { useId, useState } from 'react';
import type { Input, Output } from '../../api/operations.js';
import { useChange, useOperation } from '../../api/queries.js';
import { useFormats } from '../../shell/account.js';
import { ChoiceField, TextField } from '../../ui/fields/field.js';
import { type ErrorAt, RecordForm } from '../../ui/fields/record-form.js';
import { PageError } from '../../ui/page-error.js';
import { optionalText } from '../../ui/parsing/form-text.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { showToast } from '../../ui/toasts.js';
import { showHidden } from '../show-hidden.js';
import { type Provider, PROVIDER_NAMES, PROVIDERS } from './providers.js';

type Config = Output<'copilot.get_config'>;
type Change = Input<'copilot.update_config'>;
type Mode = Config['mode'];

const FIELDS = ['mode', 'model', 'provider', 'baseUrl', 'fallbackToFree'];
const MODES: readonly (readonly [Mode, string])[] = [
  ['free', 'Shared models'],
  ['byok', 'My own API key'],
];

/** Who answers, and with which model. */
export function AnswerSettings({ config }: { readonly config: Config }) {
  const updating = useChange('copilot.update_config');
  const [mode, setMode] = useState(config.mode);
  const [provider, setProvider] = useState<Provider>(config.provider ?? 'openrouter');
  // Hidden when keys cannot be stored.
  const hasChoice = config.features.encryption === 'ready' || config.mode === 'byok';
  // Nothing to save without a model or any other choice.
  const hasNothing = mode === 'free' && config.mode === 'free' && config.features.freePool !== 'ready';
  return (
    <RecordForm
      action="Save"
      isBlocked={hasNothing}
      fields={FIELDS}
      fieldOfCode={{ MODEL_NOT_ALLOWED: 'model', URL_NOT_ALLOWED: 'baseUrl' }}
      submit={async (form) => {
        await updating.mutateAsync({ input: mode === 'free' ? freeChange(form) : ownChange(form, provider) });
        showToast('Settings saved');
      }}
    >
      {(errorAt) => (
        <>
          {hasChoice && (
            <ChoiceField
              label="Answers from"
              className="max-w-md"
              value={mode}
              onChange={(value) => setMode(value === 'byok' ? 'byok' : 'free')}
              choices={MODES}
              error={errorAt('mode')}
            />
          )}
          {mode === 'free' ? (
            <PoolModel config={config} errorAt={errorAt} />
          ) : (
            <OwnModel config={config} errorAt={errorAt} provider={provider} setProvider={setProvider} />
          )}
        </>
      )}
    </RecordForm>
  );
}

function freeChange(form: FormData): Change {
  return { mode: 'free', ...(form.has('model') && { model: optionalText(form, 'model') }) };
}

function ownChange(form: FormData, provider: Provider): Change {
  return {
    mode: 'byok',
    provider,
    model: optionalText(form, 'model'),
    baseUrl: optionalText(form, 'baseUrl'),
    fallbackToFree: form.has('fallbackToFree'),
  };
}

interface PartProps {
  readonly config: Config;
  readonly errorAt: ErrorAt;
}

function PoolModel({ config, errorAt }: PartProps) {
  const models = useOperation('copilot.list_models', {});
  const { time } = useFormats();
  if (models.isError) return <PageError error={models.error} />;
  if (!models.data) return <SkeletonRows rows={2} rowClass="flex h-10 items-center" />;
  if (models.data.models.length === 0) return <p className="text-soft">No model is set up here.</p>;
  const choices = models.data.models
    .filter(({ status }) => status !== 'disabled')
    .map(({ id, label, cooldownUntil }) => {
      const until = cooldownUntil === null ? '' : `, cooling down until ${time(cooldownUntil)}`;
      return [id, showHidden(label) + until] as const;
    });
  return (
    <ChoiceField
      label="Preferred model"
      className="max-w-md"
      name="model"
      defaultValue={config.mode === 'free' ? (config.model ?? '') : ''}
      choices={[['', 'Let the copilot choose'], ...choices]}
      error={errorAt('model')}
      hint="Another model may answer if this one is busy."
    />
  );
}

interface OwnModelProps extends PartProps {
  readonly provider: Provider;
  readonly setProvider: (provider: Provider) => void;
}

function OwnModel({ config, errorAt, provider, setProvider }: OwnModelProps) {
  const fallbackId = useId();
  const isSame = provider === config.provider;
  return (
    <>
      <ChoiceField
        label="Provider"
        className="max-w-md"
        value={provider}
        onChange={(value) => setProvider(PROVIDERS.find((name) => name === value) ?? 'custom')}
        choices={PROVIDERS.map((name) => [name, PROVIDER_NAMES[name]] as const)}
        error={errorAt('provider')}
        hint={config.hasByokKey ? 'Choosing another provider or host removes your key.' : undefined}
      />
      {/* Each provider has its own model and address. */}
      <div key={provider} className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Model"
          name="model"
          required
          maxLength={200}
          defaultValue={isSame && config.mode === 'byok' ? (config.model ?? '') : ''}
          error={errorAt('model')}
          hint="Your provider's name for the model."
        />
        <TextField
          label="Address"
          name="baseUrl"
          type="url"
          maxLength={2_000}
          required={provider === 'custom'}
          placeholder="https://"
          defaultValue={isSame ? (config.baseUrl ?? '') : ''}
          error={errorAt('baseUrl')}
          hint={
            provider === 'custom' ? 'A server with an OpenAI-compatible API.' : "Leave empty for the provider's own."
          }
        />
      </div>
      <div className="flex items-start gap-2.5">
        <input
          id={fallbackId}
          type="checkbox"
          name="fallbackToFree"
          className="mt-0.5 size-4 accent-(--accent) pointer-coarse:size-6"
          defaultChecked={config.fallbackToFree}
        />
        <div>
          <label htmlFor={fallbackId} className="font-medium">
            Use shared models when my provider fails
          </label>
          <p className="text-soft">Only if you agree to those below. Such answers count as free answers.</p>
        </div>
      </div>
    </>
  );
}
