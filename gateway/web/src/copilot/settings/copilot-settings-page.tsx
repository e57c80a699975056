import { Link } from '@tanstack/react-router';
import { useOperation } from '../../api/queries.js';
import { Page } from '../../ui/page.js';
import { PageError } from '../../ui/page-error.js';
import { PageHead } from '../../ui/page-head.js';
import { SkeletonRows } from '../../ui/skeleton.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { AnswerSettings } from './answer-settings.js';
import { ConsentSettings } from './consent-settings.js';
import { OwnKeySettings } from './own-key-settings.js';
import { SettingsSection } from './settings-section.js';
import { ToolSettings } from './tool-settings.js';
import { UsageByDay } from './usage-by-day.js';

/** Settings of the copilot: model, consents, tools and usage. */
export function CopilotSettingsPage() {
  const config = useOperation('copilot.get_config', {});
  return (
    <Page width="text" className="flex flex-col gap-8">
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
          <SettingsSection title="Model">
            <AnswerSettings config={config.data} />
          </SettingsSection>
          {config.data.provider !== null && (
            <SettingsSection title="Your own key">
              <OwnKeySettings config={config.data} provider={config.data.provider} />
            </SettingsSection>
          )}
          <ConsentSettings config={config.data} />
          <SettingsSection title="Permissions">
            <ToolSettings />
          </SettingsSection>
          <SettingsSection title="Usage by day">
            <UsageByDay {...config.data} />
          </SettingsSection>
        </>
      )}
    </Page>
  );
}
