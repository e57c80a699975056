import { Copy, Paperclip } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Item } from '../api/operations.js';
import { useList } from '../api/queries.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { copyText } from '../ui/copy-text.js';
import { EmptyState } from '../ui/empty-state.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { showError, showToast } from '../ui/toasts.js';
import { MessageTemplateForm } from './message-template-form.js';
import { TemplateCard } from './template-card.js';

type MessageTemplate = Item<'templates.message.list'>;

const CopyMessageDialog = lazy(async () => ({ default: (await import('./copy-message-dialog.js')).CopyMessageDialog }));

/** Message templates; copying one fills in a deal's values. */
export function MessageTemplates() {
  const [edited, edit] = useState<MessageTemplate>();
  const templates = useList('templates.message.list', { scope: 'mine-and-shared' });
  const deleteTemplate = useUndoableDeletion('templates.message.delete');
  if (templates.isError) return <PageError error={templates.error} />;
  if (templates.isPending) return <SkeletonRows rows={4} rowClass="flex h-20 items-center border-b border-line" />;
  if (templates.items.length === 0) {
    return <EmptyState>No templates yet. Save messages you send often, and fill in the deal as you copy.</EmptyState>;
  }
  const remove = ({ id, name, version }: MessageTemplate): void =>
    deleteTemplate({ id, what: `“${name}”`, input: { templateId: id }, version });
  return (
    <div className="flex flex-col gap-3">
      {templates.items.map((template) => (
        <MessageCard
          key={template.id}
          template={template}
          onEdit={() => edit(template)}
          onDelete={() => remove(template)}
        />
      ))}
      <More of={templates} />
      {edited && <MessageTemplateForm templateId={edited.id} onClose={() => edit(undefined)} />}
    </div>
  );
}

interface MessageCardProps {
  readonly template: MessageTemplate;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function MessageCard({ template, onEdit, onDelete }: MessageCardProps) {
  const { name, ownerId, subject, body, tags, attachments, access } = template;
  const [isCopying, setCopying] = useState(false);
  // Without a brace there is nothing to fill in.
  const isForDeal = body.includes('{');
  const copy = async (): Promise<void> => {
    if (isForDeal) return setCopying(true);
    if (await copyText(body).catch(() => false)) showToast('Message copied');
    else showError("Couldn't copy the message. Try again.");
  };
  return (
    <TemplateCard
      name={name}
      ownerId={ownerId}
      isOwn={access.role === 'owner'}
      actions={
        <>
          <Button onClick={() => void copy()}>
            <Copy size={15} aria-hidden /> {isForDeal ? 'Copy for a deal…' : 'Copy'}
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
      {subject !== null && <bdi className="block text-soft [overflow-wrap:anywhere]">{subject}</bdi>}
      <p className="mt-2 line-clamp-6 whitespace-pre-wrap [overflow-wrap:anywhere]">{body}</p>
      <p className="mt-2 flex flex-wrap items-center gap-1.5">
        {tags.map((tag) => (
          <Chip key={tag}>
            <bdi>{tag}</bdi>
          </Chip>
        ))}
        {attachments.map((attachment) => (
          <span key={attachment.id} className="inline-flex min-w-0 items-center gap-1 text-[13px] text-soft">
            <Paperclip size={13} aria-hidden />
            <bdi className="truncate">{attachment.name}</bdi>
          </span>
        ))}
      </p>
      {isCopying && (
        <Suspense>
          <CopyMessageDialog template={template} onClose={() => setCopying(false)} />
        </Suspense>
      )}
    </TemplateCard>
  );
}
