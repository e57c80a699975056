import { useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNewRecord } from '../shell/new-record.js';
import { Button } from '../ui/button.js';
import { Page } from '../ui/page.js';
import { PageHead } from '../ui/page-head.js';
import { Tabs } from '../ui/tabs.js';
import { DealTemplateForm } from './deal-template-form.js';
import { DealTemplates } from './deal-templates.js';
import { MessageTemplateForm } from './message-template-form.js';
import { MessageTemplates } from './message-templates.js';
import type { TemplateTab } from './template-tabs.js';

const TAB_NAMES: Readonly<Record<TemplateTab, string>> = { messages: 'Messages', deals: 'Deals' };

/** Templates for messages and deals. */
export function TemplatesPage() {
  const { tab = 'messages' } = useSearch({ from: '/app/templates' });
  const [isCreating, setCreating] = useState(false);
  useNewRecord('/templates', 'New template', () => setCreating(true));
  const close = (): void => setCreating(false);
  return (
    <Page width="text">
      <PageHead
        title="Templates"
        actions={
          <Button kind="primary" onClick={() => setCreating(true)} title="Press n">
            <Plus size={15} aria-hidden /> {tab === 'messages' ? 'New message template' : 'New deal template'}
          </Button>
        }
      />
      <Tabs
        label="Template types"
        names={TAB_NAMES}
        current={tab}
        linkTo={(each) => ({ to: '/templates', search: each === 'messages' ? {} : { tab: each } })}
      />
      {tab === 'messages' ? <MessageTemplates /> : <DealTemplates />}
      {isCreating && tab === 'messages' && <MessageTemplateForm onClose={close} />}
      {isCreating && tab === 'deals' && <DealTemplateForm onClose={close} />}
    </Page>
  );
}
