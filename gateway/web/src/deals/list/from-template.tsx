import { useNavigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useOperation } from '../../api/queries.js';
import { useToday } from '../../shell/account.js';
import { buttonClass } from '../../ui/button.js';
import { Menu } from '../../ui/menu.js';
import type { DealValues } from '../form/deal-fields.js';
import { valuesOfTemplate } from '../form/values-of-template.js';

const OFFERED_MAX = 10;

/** The newest templates, to start a deal from; nothing when there are none. */
export function FromTemplate({ onStart }: { readonly onStart: (start: Partial<DealValues>) => void }) {
  const today = useToday();
  const navigate = useNavigate();
  const templates = useOperation('templates.deal.list', { scope: 'mine-and-shared', limit: OFFERED_MAX });
  if (!templates.data || templates.data.items.length === 0) return null;
  return (
    <Menu
      label="New deal from template"
      className={buttonClass('primary', 'px-2')}
      items={[
        ...templates.data.items.map((template) => ({
          label: template.name,
          run: () => onStart(valuesOfTemplate(template, today)),
        })),
        { label: 'All templates…', run: () => void navigate({ to: '/templates', search: { tab: 'deals' } }) },
      ]}
    >
      <ChevronDown size={16} aria-hidden />
    </Menu>
  );
}
