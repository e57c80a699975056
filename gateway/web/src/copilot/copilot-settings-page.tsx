import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { describeError } from '../api/api-error.js';
import type { Output } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { ChoiceField } from '../ui/field.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { RecordForm } from '../ui/record-form.js';
import { ScrollRegion } from '../ui/scroll-region.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { showToast } from '../ui/toasts.js';
import { ConsentTerms } from './consent-card.js';
import { showHidden } from './show-hidden.js';

type Config = Output<'copilot.get_config'>;

const DAYS = 30;

/** What answers, what the user has agreed to, and what was used. */
export function CopilotSettingsPage() {
  const config = useOperation('copilot.get_config', {});
  return (
    <div className="mx-auto flex max-w-3xl flex-col gap-8">
      <div className="-mb-4">
        <p className="mb-2">
          <Link to="/copilot" className={TEXT_LINK}>
            Copilot
          </Link>
        </p>
        <PageHead title="Copilot settings" />
        {config.isError && <PageError error={config.error} />}
        {config.isPending && <SkeletonRows rows={6} rowClass="flex h-10 items-center" />}
      </div>
      {config.data && (
        <>
          <Section title="Model">
            <ModelChoice key={config.data.model} config={config.data} />
          </Section>
          <Section title="Consent">
            <Consent config={config.data} />
          </Section>
          <Section title="Use by day">
            <Use />
          </Section>
        </>
      )}
    </div>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-5">
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}

function ModelChoice({ config }: { readonly config: Config }) {
  const models = useOperation('copilot.list_models', {});
  const updating = useChange('copilot.update_config');
  const { time } = useFormats();
  const [model, setModel] = useState(config.model ?? '');
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
    <RecordForm
      action="Save"
      fields={['model']}
      fieldOfCode={{ MODEL_NOT_ALLOWED: 'model' }}
      submit={async () => {
        await updating.mutateAsync({ input: { model: model === '' ? null : model } });
        showToast('Saved.');
      }}
    >
      {(errorAt) => (
        <ChoiceField
          label="Model that answers"
          className="max-w-md"
          value={model}
          onChange={setModel}
          choices={[['', 'Let the copilot choose'], ...choices]}
          error={errorAt('model')}
          hint="A preference: another one may answer."
        />
      )}
    </RecordForm>
  );
}

function Consent({ config }: { readonly config: Config }) {
  const { time } = useFormats();
  const giving = useChange('copilot.give_consent');
  const { granted, version, at } = config.consent.free;
  const give = (isGranted: boolean): void =>
    giving.mutate(
      { input: { scope: 'free', version: config.requiredConsentVersion, granted: isGranted } },
      {
        onSuccess: () => showToast(isGranted ? 'You have agreed.' : 'Taken back. Nothing leaves any more.'),
        onError: (error) => showToast(describeError(error)),
      },
    );
  return (
    <div className="flex flex-col gap-3">
      <ConsentTerms retentionDays={config.retentionDays} />
      <p>
        {granted && at !== null
          ? `You agreed to version ${version ?? ''} at ${time(at)}.`
          : `You haven't agreed to version ${config.requiredConsentVersion}. Nothing is sent.`}
      </p>
      <div>
        {granted ? (
          <Button kind="danger" disabled={giving.isPending} onClick={() => give(false)}>
            Take consent back
          </Button>
        ) : (
          <Button kind="primary" disabled={giving.isPending} onClick={() => give(true)}>
            Agree
          </Button>
        )}
      </div>
    </div>
  );
}

function Use() {
  const { count, day, time } = useFormats();
  const usage = useOperation('copilot.get_usage', { days: DAYS });
  if (usage.isError) return <PageError error={usage.error} />;
  if (!usage.data) return <SkeletonRows rows={3} rowClass="flex h-8 items-center" />;
  const { free, history } = usage.data;
  return (
    <div className="flex flex-col gap-3">
      <p>
        {free.unlimited
          ? `${count(free.used)} answers today, without a limit.`
          : `${count(free.remaining ?? 0)} of ${count(free.limit)} free answers left until ${time(free.resetAt)}.`}
      </p>
      {history.length === 0 ? (
        <EmptyState>Nothing was asked in the last {DAYS} days.</EmptyState>
      ) : (
        <ScrollRegion label="Use by day" className="max-h-96 overflow-auto">
          <table className="text-right tabular-nums">
            <thead>
              <tr className="border-b border-line text-[13px] text-soft">
                {['Day', 'Answers', 'Calls of models', 'Tokens sent', 'Tokens answered'].map((name, place) => (
                  <th key={name} scope="col" className={`py-1 pr-6 font-medium ${place === 0 ? 'text-left' : ''}`}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {history.toReversed().map(({ day: date, freeTurns, modelCalls, promptTokens, completionTokens }) => (
                <tr key={date} className="border-b border-line last:border-b-0">
                  <th scope="row" className="py-1 pr-6 text-left font-normal whitespace-nowrap">
                    {day(date)}
                  </th>
                  {[freeTurns, modelCalls, promptTokens, completionTokens].map((value, place) => (
                    <td key={place} className="py-1 pr-6">
                      {count(value)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </div>
  );
}
