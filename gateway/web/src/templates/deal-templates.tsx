import { useState } from 'react';
import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { Money } from '../deals/money.js';
import { useFormats } from '../shell/account.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { DealTemplateForm } from './deal-template-form.js';
import { TemplateCard } from './template-card.js';

type DealTemplate = Item<'templates.deal.list'>;

/** Templates for deals. */
export function DealTemplates() {
  const [edited, edit] = useState<DealTemplate>();
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
          onEdit={() => edit(template)}
          onDelete={() => remove(template)}
        />
      ))}
      <More of={templates} />
      {edited && <DealTemplateForm template={edited} onClose={() => edit(undefined)} />}
    </div>
  );
}

interface DealCardProps {
  readonly template: DealTemplate;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function DealCard({ template, onEdit, onDelete }: DealCardProps) {
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
        access.canEdit && (
          <>
            <Button onClick={onEdit}>Edit</Button>
            <Button kind="danger" onClick={onDelete}>
              Delete
            </Button>
          </>
        )
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
