import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Item } from '../api/operations.js';
import { useChange, useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { buttonClass } from '../ui/button.js';
import { Chip } from '../ui/chip.js';
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.js';
import { copyAndConfirm } from '../ui/fields/copy-field.js';
import { Menu } from '../ui/menu.js';
import type { MenuItem } from '../ui/menu-popup.js';
import { RelativeTime } from '../ui/relative-time.js';
import { shortUrl } from '../ui/short-url.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { LinkDialog } from './link-dialog.js';

type Screenshot = Item<'screenshots.list'>;

const GRADES: Readonly<Record<NonNullable<Screenshot['grade']>, string>> = {
  server_captured: 'Captured',
  extension_captured: 'Uploaded',
  uploaded: 'Uploaded',
};

/** A screenshot with its subject and origin. */
export function ScreenshotCard({ screenshot }: { readonly screenshot: Screenshot }) {
  const { count } = useFormats();
  const [open, setOpen] = useState<'link' | 'delete'>();
  const deleting = useChange('screenshots.delete');
  const { dealId, videoId, dealName, detectedViews, grade, failure, createdAt, capturedAt, note, access } = screenshot;
  const isDetected = (screenshot.detectedViewsDetail?.source ?? 'operator') !== 'operator';
  const pageUrl = pageOf(screenshot);
  const close = (): void => setOpen(undefined);
  return (
    <article className="flex h-full flex-col overflow-hidden rounded-md border border-line bg-surface">
      <Preview screenshot={screenshot} />
      <div className="flex grow flex-col gap-1 p-3">
        <p className="flex items-start justify-between gap-2">
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {pageUrl === null ? (
              'Screenshot'
            ) : (
              <a href={pageUrl} target="_blank" rel="noreferrer" className={TEXT_LINK}>
                {shortUrl(pageUrl)}
              </a>
            )}
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
          {dealId === null ? (
            <span className="text-soft">Not linked to a deal</span>
          ) : (
            <DealLink dealId={dealId} name={dealName} hasVideo={videoId !== null} />
          )}
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
              version: screenshot.version,
            })
          }
        >
          Its view counts stay, without proof, and its short link ends. This can't be undone.
        </ConfirmDialog>
      )}
    </article>
  );
}

/** The page in a screenshot: its video's, if it does not say. */
function pageOf({ sourceUrl, videoUrl }: Screenshot): string | null {
  return sourceUrl ?? videoUrl;
}

interface DealLinkProps {
  readonly dealId: string;
  /** Known for those of a video; read for others. */
  readonly name: string | null;
  readonly hasVideo: boolean;
}

/** The deal of a screenshot. One without a video says so, because it proves no view count yet. */
function DealLink({ dealId, name, hasVideo }: DealLinkProps) {
  const deal = useOperation('deals.get', { dealId }, { enabled: name === null && !hasVideo });
  return (
    <>
      <Link to="/deals/$dealId" params={{ dealId }} search={hasVideo ? { tab: 'views' } : {}} className={TEXT_LINK}>
        <bdi>{name ?? deal.data?.name ?? 'Open deal'}</bdi>
      </Link>
      {!hasVideo && <span className="text-soft"> · No video</span>}
    </>
  );
}

function Preview({ screenshot }: { readonly screenshot: Screenshot }) {
  const { previewUrl, imageUrl, pending } = screenshot;
  const pageUrl = pageOf(screenshot);
  const name = pageUrl === null ? 'Screenshot' : `Screenshot of ${shortUrl(pageUrl)}`;
  if (previewUrl === null || imageUrl === null) {
    return (
      <div className="flex aspect-video items-center justify-center bg-sunken text-soft">
        {pending ? 'Loading screenshot' : 'No image'}
      </div>
    );
  }
  return (
    <a href={imageUrl} target="_blank" rel="noreferrer" className="block bg-sunken">
      <img src={previewUrl} alt={name} loading="lazy" className="aspect-video w-full object-contain" />
    </a>
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
