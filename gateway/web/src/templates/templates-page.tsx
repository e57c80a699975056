import { Link, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useKeys } from '../shell/shortcuts.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { PageHead } from '../ui/page-head.js';
import { DealTemplateForm } from './deal-template-form.js';
import { DealTemplates } from './deal-templates.js';
import { MessageTemplateForm } from './message-template-form.js';
import { MessageTemplates } from './message-templates.js';
import { TEMPLATE_TABS, type TemplateTab } from './template-tabs.js';

const TAB_NAMES: Readonly<Record<TemplateTab, string>> = { messages: 'Messages', deals: 'Deals' };

/** Texts and deals that are written again and again. */
export function TemplatesPage() {
  const { tab = 'messages' } = useSearch({ from: '/app/templates' });
  const [isCreating, setCreating] = useState(false);
  useKeys({ n: () => setCreating(true) });
  const close = (): void => setCreating(false);
  return (
    <div className="mx-auto max-w-4xl">
      <PageHead
        title="Templates"
        actions={
          <Button kind="primary" onClick={() => setCreating(true)} title="Press n">
            <Plus size={15} aria-hidden /> {tab === 'messages' ? 'New message' : 'New deal template'}
          </Button>
        }
      />
      <nav aria-label="Kinds of templates" className="mb-4 flex gap-1 border-b border-line">
        {TEMPLATE_TABS.map((each) => (
          <Link
            key={each}
            to="/templates"
            search={each === 'messages' ? {} : { tab: each }}
            replace
            aria-current={each === tab ? 'page' : undefined}
            className={classNames(
              '-mb-px border-b-2 px-3 py-2 pointer-coarse:py-3',
              each === tab ? 'border-accent font-medium text-ink' : 'border-transparent text-soft hover:text-ink',
            )}
          >
            {TAB_NAMES[each]}
          </Link>
        ))}
      </nav>
      {tab === 'messages' ? <MessageTemplates /> : <DealTemplates />}
      {isCreating && tab === 'messages' && <MessageTemplateForm onClose={close} />}
      {isCreating && tab === 'deals' && <DealTemplateForm onClose={close} />}
    </div>
  );
}
