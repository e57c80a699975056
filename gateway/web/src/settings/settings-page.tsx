import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useSendsMail } from '../shell/confirm-email.js';
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

interface SettingsSection {
  /** Its anchor in the page's address. */
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType;
  /** Shown only where the installation sends mail. */
  readonly needsMail?: true;
}

const SECTIONS: readonly SettingsSection[] = [
  { id: 'profile', title: 'Profile', Content: Profile },
  { id: 'logo', title: 'Logo', Content: LogoSetting },
  { id: 'region', title: 'Region and defaults', Content: RegionForm },
  { id: 'reminders', title: 'Reminders', Content: ReminderSettings, needsMail: true },
  { id: 'browser', title: 'This browser', Content: AppearanceSettings },
  { id: 'copilot', title: 'Copilot', Content: CopilotLink },
  { id: 'password', title: 'Password', Content: PasswordForm },
  { id: 'sessions', title: 'Sessions', Content: SessionList },
  { id: 'delete', title: 'Delete account', Content: DeleteAccount },
];

/** All settings of a user; on wide screens, a list beside them leads to each section. */
export function SettingsPage() {
  const sendsMail = useSendsMail();
  const sections = SECTIONS.filter(({ needsMail }) => !needsMail || sendsMail);
  return (
    <Page width="list" className="xl:grid xl:grid-cols-[minmax(0,56rem)_minmax(0,1fr)] xl:gap-x-12">
      <div className="flex max-w-4xl min-w-0 flex-col gap-8">
        <PageHead title="Settings" />
        {sections.map(({ id, title, Content }) => (
          <section
            key={id}
            id={id}
            className="scroll-mt-4 border-t border-line pt-5 first-of-type:border-0 first-of-type:pt-0"
          >
            <h2 className="mb-3 text-base font-semibold">{title}</h2>
            <Content />
          </section>
        ))}
      </div>
      <nav aria-label="Settings" className="hidden xl:block">
        <ul className="sticky top-5 mt-16 flex flex-col gap-px">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <Link
                to="/settings"
                hash={id}
                activeOptions={{ includeHash: true }}
                className="flex min-h-8 items-center rounded-md px-2.5 text-soft hover:bg-sunken hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-ink"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </Page>
  );
}

function CopilotLink() {
  return (
    <Link to="/copilot/settings" className={TEXT_LINK}>
      Copilot settings
    </Link>
  );
}
