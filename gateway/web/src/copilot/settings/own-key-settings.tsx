import { useRef, useState } from 'react';
import { describeError } from '../../api/api-error.js';
import type { Output } from '../../api/operations.js';
import { useChange } from '../../api/queries.js';
import { useFormats } from '../../shell/account.js';
import { Button } from '../../ui/button.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { TextField } from '../../ui/fields/field.js';
import { RecordForm } from '../../ui/fields/record-form.js';
import { Notice } from '../../ui/notice.js';
import { textOf } from '../../ui/parsing/form-text.js';
import { showToast } from '../../ui/toasts.js';
import { missingText } from '../answer/failure-texts.js';
import { type Provider, PROVIDER_NAMES } from './providers.js';

type Config = Output<'copilot.get_config'>;

/** Messages for error codes about the key. */
const REFUSED = 'Your provider refused your key or your account. Check your account there, or enter another key.';

/** The key itself is never shown, only its state. */
export function OwnKeySettings({ config, provider }: { readonly config: Config; readonly provider: Provider }) {
  const setting = useChange('copilot.set_byok_key');
  const form = useRef<HTMLFormElement>(null);
  if (config.features.encryption === 'off')
    return <Notice tone="warn">Keys can't be stored here. Ask an administrator to set SVC_ENCRYPTION_KEY.</Notice>;
  return (
    <div className="flex flex-col gap-4">
      <KeyStatus config={config} name={PROVIDER_NAMES[provider]} />
      <RecordForm
        ref={form}
        action={config.hasByokKey ? 'Replace key' : 'Add key'}
        fields={['apiKey', 'baseUrl']}
        submit={async (typed) => {
          await setting.mutateAsync({ input: { provider, apiKey: textOf(typed, 'apiKey') } });
          form.current?.reset();
          showToast('Key saved');
        }}
      >
        {(errorAt) => (
          <TextField
            label={config.hasByokKey ? 'New key' : 'Key'}
            className="max-w-md"
            name="apiKey"
            type="password"
            autoComplete="off"
            spellCheck={false}
            required
            minLength={8}
            maxLength={500}
            error={errorAt('apiKey') ?? errorAt('baseUrl')}
            hint="Stored encrypted and never shown again, not even to you."
          />
        )}
      </RecordForm>
    </div>
  );
}

function KeyStatus({ config, name }: { readonly config: Config; readonly name: string }) {
  const { byokKeyStatus: status } = config;
  if (status === 'none') return <p>No key stored for {name}.</p>;
  return (
    <>
      {status === 'ready' && <p>Key stored for {name}.</p>}
      {status === 'rejected' && (
        <Notice tone="warn">{name} refused your key. Enter another one, or test it again.</Notice>
      )}
      {status === 'unreadable' && <Notice tone="warn">Your key can't be decrypted. Enter it again.</Notice>}
      <KeyActions isUsable={status !== 'unreadable'} />
    </>
  );
}

function KeyActions({ isUsable }: { readonly isUsable: boolean }) {
  const { count } = useFormats();
  const testing = useChange('copilot.test_config');
  const removing = useChange('copilot.remove_byok_key');
  const [isAsking, setAsking] = useState(false);
  const test = testing.data;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {isUsable && (
          <Button disabled={testing.isPending} onClick={() => testing.mutate({ input: {} })}>
            Test key
          </Button>
        )}
        <Button kind="danger" onClick={() => setAsking(true)}>
          Remove key
        </Button>
      </div>
      {testing.isPending && <p role="status">Asking your provider…</p>}
      {testing.isError && <Notice tone="bad">{describeError(testing.error)}</Notice>}
      {test?.ok === true && <Notice tone="good">It works. The answer took {count(test.latencyMs)} ms.</Notice>}
      {test?.ok === false && (
        <Notice tone="bad">{missingText({ status: 'failed', code: test.code ?? '', sentence: REFUSED })}</Notice>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Remove your key?"
          action="Remove key"
          run={async () => {
            await removing.mutateAsync({ input: {} });
            showToast('Key removed');
          }}
          onClose={() => setAsking(false)}
        >
          Your provider can't answer until you enter a new key.
        </ConfirmDialog>
      )}
    </>
  );
}
