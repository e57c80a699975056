import { useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { valuesOfTemplate } from '../deals/form/values-of-template.js';
import { Money } from '../deals/money.js';
import { useFormats, useToday } from '../shell/account.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { DealTemplateForm } from './deal-template-form.js';
import { TemplateCard } from './template-card.js';

type DealTemplate = Item<'templates.deal.list'>;

// Loaded lazily, because most visits start no deal.
const DealForm = lazy(async () => ({ default: (await import('../deals/form/deal-form.js')).DealForm }));

/** Templates for deals. */
export function DealTemplates() {
  const today = useToday();
  const navigate = useNavigate();
  const [edited, edit] = useState<DealTemplate>();
  const [used, use] = useState<DealTemplate>();
  const templates = useList('templates.deal.list', { scope: 'mine-and-shared' });
  const deleteTemplate = useUndoableDeletion('templates.deal.delete');
  if (templates.isError) return <PageError error={templates.error} />;
  if (templates.isPending) return <SkeletonRows rows={4} rowClass="flex h-20 items-center border-b border-line" />;
  if (templates.items.length === 0) return <EmptyState>No templates yet. Save the deals you make often.</EmptyState>;
  const remove = ({ id, name, version }: DealTemplate): void =>
    deleteTemplate({ id, what: `“${name}”`, input: { templateId: id }, version });
  return (
    <div className="flex flex-col gap-3">
      {templates.items.map((template) => (
        <DealCard
          key={template.id}
          template={template}
          onUse={() => use(template)}
          onEdit={() => edit(template)}
          onDelete={() => remove(template)}
        />
      ))}
      <More of={templates} />
      {used && (
        <Suspense>
          <DealForm
            start={valuesOfTemplate(used, today)}
            onClose={() => use(undefined)}
            onMade={({ id }) => void navigate({ to: '/deals/$dealId', params: { dealId: id } })}
          />
        </Suspense>
      )}
      {edited && <DealTemplateForm template={edited} onClose={() => edit(undefined)} />}
    </div>
  );
}

interface DealCardProps {
  readonly template: DealTemplate;
  readonly onUse: () => void;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function DealCard({ template, onUse, onEdit, onDelete }: DealCardProps) {
  const { count } = useFormats();
  const { name, ownerId, platform, deliverables, viewsTarget, timelineDays, price, currency, notes, access } = template;
  const facts = [
    platform,
    viewsTarget !== null && `${count(viewsTarget)} views`,
    timelineDays !== null && (timelineDays === 1 ? '1 day to posting' : `${count(timelineDays)} days to posting`),
  ].filter((fact) => fact !== null && fact !== false);
  return (
    <TemplateCard
      name={name}
      ownerId={ownerId}
      isOwn={access.role === 'owner'}
      actions={
        <>
          <Button onClick={onUse}>
            <Plus size={15} aria-hidden /> New deal
          </Button>
          {access.canEdit && <Button onClick={onEdit}>Edit</Button>}
          {access.canEdit && (
            <Button kind="danger" onClick={onDelete}>
              Delete
            </Button>
          )}
        </>
      }
    >
      <p className="text-soft [overflow-wrap:anywhere]">
        <Money amount={price} currency={currency} isRedacted={access.redacted.includes('price')} />
        {facts.length > 0 && ` · ${facts.join(' · ')}`}
      </p>
      {deliverables !== null && <p className="mt-2 whitespace-pre-wrap [overflow-wrap:anywhere]">{deliverables}</p>}
      {notes !== null && <p className="mt-2 whitespace-pre-wrap text-soft [overflow-wrap:anywhere]">{notes}</p>}
    </TemplateCard>
  );
}
