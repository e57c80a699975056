import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Item } from '../api/operations.js';
import { versionAfterOwnChanges } from '../api/own-changes.js';
import { useChange } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { copyAndConfirm } from '../ui/fields/copy-field.js';
import { Menu } from '../ui/menu.js';
import type { MenuItem } from '../ui/menu-popup.js';
import { RelativeTime } from '../ui/relative-time.js';
import { LinkDialog } from './link-dialog.js';
import { DealOfScreenshot, SubjectLink, subjectOf } from './screenshot-subject.js';

type Screenshot = Item<'screenshots.list'>;

interface ScreenshotCardProps {
  readonly screenshot: Screenshot;
  /** Opens the full screenshot. */
  readonly onOpen: (screenshotId: string) => void;
}

const GRADES: Readonly<Record<NonNullable<Screenshot['grade']>, string>> = {
  server_captured: 'Captured',
  extension_captured: 'Uploaded',
  uploaded: 'Uploaded',
};

/** Whether its page is being captured: one that waits for an upload may wait for a day. */
export function isBeingCaptured({ pending, origin }: Pick<Screenshot, 'pending' | 'origin'>): boolean {
  return pending && origin === 'capture';
}

/** A screenshot with its subject and origin. */
export function ScreenshotCard({ screenshot, onOpen }: ScreenshotCardProps) {
  const { count } = useFormats();
  const [open, setOpen] = useState<'link' | 'delete'>();
  const deleting = useChange('screenshots.delete');
  const { detectedViews, grade, failure, createdAt, capturedAt, note, access } = screenshot;
  const isDetected = (screenshot.detectedViewsDetail?.source ?? 'operator') !== 'operator';
  const close = (): void => setOpen(undefined);
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-md border border-line bg-surface">
      <Preview screenshot={screenshot} onOpen={onOpen} />
      <div className="flex grow flex-col gap-1 p-3">
        <p className="flex items-start justify-between gap-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            <SubjectLink screenshot={screenshot} />
          </span>
          <CardMenu screenshot={screenshot} onLink={() => setOpen('link')} onDelete={() => setOpen('delete')} />
        </p>
        <p className="flex flex-wrap items-center gap-1.5 text-[13px] text-soft">
          {grade !== null && <Chip>{GRADES[grade]}</Chip>}
          {detectedViews !== null && (
            <span>
              {count(detectedViews)} {isDetected ? 'views in it' : 'views, stated by the owner'}
            </span>
          )}
          <RelativeTime at={capturedAt ?? createdAt} />
        </p>
        {failure && <p className="text-[13px] text-bad">{failure.message}</p>}
        {note !== null && <p className="text-[13px] [overflow-wrap:anywhere] text-soft">{note}</p>}
        <p className="mt-auto pt-1 text-[13px] [overflow-wrap:anywhere]">
          <DealOfScreenshot screenshot={screenshot} />
        </p>
      </div>
      {open === 'link' && <LinkDialog screenshot={screenshot} onClose={close} />}
      {open === 'delete' && access.canEdit && (
        <ConfirmDialog
          title="Delete screenshot?"
          action="Delete screenshot"
          onClose={close}
          run={() =>
            deleting.mutateAsync({
              input: { screenshotId: screenshot.screenshotId },
              version: versionAfterOwnChanges(screenshot.screenshotId, screenshot.version),
            })
          }
        >
          Its view counts stay, without proof, and its short link ends. This can't be undone.
        </ConfirmDialog>
      )}
    </article>
  );
}

function Preview({ screenshot, onOpen }: ScreenshotCardProps) {
  const { screenshotId, previewUrl, imageUrl } = screenshot;
  if (previewUrl === null || imageUrl === null) {
    return (
      <div className="flex aspect-video items-center justify-center bg-sunken text-soft">
        {isBeingCaptured(screenshot) ? 'Loading screenshot' : 'No image'}
      </div>
    );
  }
  const { name, url } = subjectOf(screenshot);
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(screenshotId)}
      className="block cursor-zoom-in bg-sunken"
    >
      <img
        src={previewUrl}
        alt={url === null ? name : `Screenshot of ${name}`}
        loading="lazy"
        className="aspect-video w-full object-contain"
      />
    </button>
  );
}

interface CardMenuProps {
  readonly screenshot: Screenshot;
  readonly onLink: () => void;
  readonly onDelete: () => void;
}

function CardMenu({ screenshot: { access, shortUrl: outside, dealId }, onLink, onDelete }: CardMenuProps) {
  const passing = outside === null ? [] : [{ label: 'Copy link', run: () => void copyAndConfirm(outside) }];
  const items: readonly MenuItem[] = [
    ...passing,
    ...(access.canEdit
      ? [
          { label: dealId === null ? 'Link to deal…' : 'Link to another deal…', run: onLink },
          { label: 'Delete…', run: onDelete, isDangerous: true },
        ]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <Menu label="More for this screenshot" className={buttonClass('quiet', 'shrink-0 px-2')} items={items}>
      <Ellipsis size={16} aria-hidden />
    </Menu>
  );
}
