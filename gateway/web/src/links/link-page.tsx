import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ParentLink } from '../address/parent-link.js';
import { describeError } from '../api/api-error.js';
import { downloadUrl } from '../api/call.js';
import { isUnreadable, useChange, useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { usePeople } from '../shell/people.js';
import { useKeys } from '../shell/shortcuts.js';
import { useUndoableDeletion } from '../shell/undoable-deletion.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { CopyField } from '../ui/fields/copy-field.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { QrCode } from '../ui/qr-code.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { showError, showToast } from '../ui/toasts.js';
import { EditLinkDialog } from './link-form.js';
import { LinkStats } from './link-stats.js';
import { endText, nameOf, type ShortLink, stateOf, targetOf } from './short-link.js';

interface LinkProps {
  readonly link: ShortLink;
}

/** One short link: its destination, its clicks, and its QR code. */
export function LinkPage() {
  const { linkId } = useParams({ from: '/app/links/$linkId' });
  const read = useOperation('short_links.get', { linkId });
  if (isUnreadable(read)) return <PageError error={read.error} />;
  if (!read.data) return <SkeletonRows rows={6} rowClass="flex h-10 items-center" />;
  return <LinkSheet key={linkId} link={read.data} />;
}

function LinkSheet({ link }: LinkProps) {
  const { nameOf: personOf } = usePeople();
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const { canEdit, role } = link.access;
  useKeys(canEdit ? { e: { about: 'Edit link', run: () => setOpen('edit') } } : {});
  return (
    <Page width="text">
      <ParentLink to="/links">Short links</ParentLink>
      <PageHead
        title={nameOf(link)}
        about={role === 'owner' ? undefined : `Shared by ${personOf(link.ownerId)}`}
        actions={
          canEdit && (
            <>
              {!link.switchedOffByAdmin && <DisableButton link={link} />}
              <Button onClick={() => setOpen('edit')} title="Press e">
                Edit
              </Button>
              <Button kind="danger" onClick={() => setOpen('delete')}>
                Delete
              </Button>
            </>
          )
        }
      />
      <LinkFacts link={link} />
      <LinkQrCode link={link} />
      <LinkStats linkId={link.id} />
      {open === 'edit' && <EditLinkDialog link={link} onClose={() => setOpen(undefined)} />}
      {open === 'delete' && <DeleteDialog link={link} onClose={() => setOpen(undefined)} />}
    </Page>
  );
}

function DisableButton({ link: { id, version, isActive } }: LinkProps) {
  const update = useChange('short_links.update');
  const turn = (): void =>
    update.mutate(
      { input: { linkId: id, isActive: !isActive }, version },
      {
        onSuccess: () => showToast(isActive ? 'Link disabled' : 'Link enabled'),
        onError: (error) => showError(describeError(error)),
      },
    );
  return (
    <Button disabled={update.isPending} onClick={turn}>
      {isActive ? 'Disable' : 'Enable'}
    </Button>
  );
}

function LinkFacts({ link }: LinkProps) {
  const formats = useFormats();
  const { url, campaign, tags, expiresAt, photo, title, createdAt } = link;
  const state = stateOf(link);
  return (
    <div className="mb-6 flex flex-col gap-3">
      <CopyField label="Short link" text={link.shortUrl} />
      {photo && (
        <img
          src={`/api/shorten/${link.id}/image`}
          alt={title ?? 'Linked photo'}
          className="max-h-80 max-w-full self-start rounded-md border border-line object-contain"
        />
      )}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {state && <Chip tone={state[1]}>{state[0]}</Chip>}
        {link.switchedOffByAdmin && <span>Only an administrator can enable it again.</span>}
        {url !== null && (
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <span className="text-soft">Destination </span>
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={TEXT_LINK}>
              <bdi>{targetOf(link)}</bdi>
            </a>
          </span>
        )}
        {campaign !== null && (
          <span className="[overflow-wrap:anywhere]">
            <span className="text-soft">Campaign </span>
            <bdi>{campaign}</bdi>
          </span>
        )}
        {tags.map((tag) => (
          <Chip key={tag}>
            <bdi>{tag}</bdi>
          </Chip>
        ))}
        <span className="text-soft">
          Created {formats.day(formats.dayOf(createdAt))}
          {expiresAt !== null && `, ${endText(expiresAt, formats)}`}
        </span>
      </p>
    </div>
  );
}

function LinkQrCode({ link: { id, shortId } }: LinkProps) {
  return (
    <section aria-label="QR code" className="mb-6">
      <h2 className="mb-2 font-semibold">QR code</h2>
      <QrCode
        name={shortId}
        leadsTo={shortId}
        fileOf={(format) => downloadUrl('short_links.get_qr', { linkId: id, format })}
      />
    </section>
  );
}

function DeleteDialog({ link, onClose }: LinkProps & { readonly onClose: () => void }) {
  const navigate = useNavigate();
  const deleteLink = useUndoableDeletion('short_links.delete');
  const { id, version } = link;
  return (
    <ConfirmDialog
      title={`Delete ${nameOf(link)}?`}
      action="Delete link"
      onClose={onClose}
      run={async () => {
        await navigate({ to: '/links', replace: true });
        deleteLink({ id, what: nameOf(link), input: { linkId: id }, version });
      }}
    >
      It stops working everywhere, and its name can't be used again.
    </ConfirmDialog>
  );
}
