import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { AppearanceSettings } from './appearance-settings.js';
import { DeleteAccount } from './delete-account.js';
import { LogoSetting } from './logo-setting.js';
import { PasswordForm } from './password-form.js';
import { Profile } from './profile.js';
import { RegionForm } from './region-form.js';
import { ReminderSettings } from './reminder-settings.js';
import { SessionList } from './session-list.js';

/** All settings of a user. */
export function SettingsPage() {
  return (
    <Page width="text" className="flex flex-col gap-8">
      <PageHead title="Settings" />
      <Section title="Profile">
        <Profile />
      </Section>
      <Section title="Logo">
        <LogoSetting />
      </Section>
      <Section title="Region and defaults">
        <RegionForm />
      </Section>
      <ReminderSettings />
      <Section title="This browser">
        <AppearanceSettings />
      </Section>
      <Section title="Copilot">
        <Link to="/copilot/settings" className={TEXT_LINK}>
          Copilot settings
        </Link>
      </Section>
      <Section title="Password">
        <PasswordForm />
      </Section>
      <Section title="Sessions">
        <SessionList />
      </Section>
      <Section title="Delete account">
        <DeleteAccount />
      </Section>
    </Page>
  );
}

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="border-t border-line pt-5 first-of-type:border-0 first-of-type:pt-0">
      <h2 className="mb-3 text-base font-semibold">{title}</h2>
      {children}
    </section>
  );
}
