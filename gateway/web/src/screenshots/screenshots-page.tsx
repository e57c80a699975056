import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Camera, Upload } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import type { Item } from '../api/operations.js';
import { operationQuery, useList } from '../api/queries.js';
import { scopeOf } from '../api/scope.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { EmptyState } from '../ui/empty-state.js';
import { SearchField } from '../ui/fields/search-field.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { OnlyMine } from '../ui/tables/only-mine.js';
import { CaptureDialog } from './capture-dialog.js';
import { isBeingCaptured, ScreenshotCard } from './screenshot-card.js';
import { UploadDialog } from './upload-dialog.js';

const ScreenshotLightbox = lazy(async () => ({
  default: (await import('./screenshot-lightbox.js')).ScreenshotLightbox,
}));

/** Milliseconds between reads while a page is being captured. */
const LOOK_MS = 2_000;

/** Screenshots that prove view counts: taken by people, agents, or the product itself. */
export function ScreenshotsPage() {
  const { screenshotId } = useSearch({ from: '/app/screenshots' });
  const [open, setOpen] = useState<'capture' | 'upload'>();
  const close = (): void => setOpen(undefined);
  return (
    <Page width="list">
      <PageHead
        title="Screenshots"
        actions={
          <>
            <Button onClick={() => setOpen('capture')}>
              <Camera size={15} aria-hidden /> Capture page
            </Button>
            <Button kind="primary" onClick={() => setOpen('upload')}>
              <Upload size={15} aria-hidden /> Upload
            </Button>
          </>
        }
      />
      {screenshotId === undefined ? <AllScreenshots /> : <OneScreenshot screenshotId={screenshotId} />}
      {open === 'capture' && <CaptureDialog onClose={close} />}
      {open === 'upload' && <UploadDialog onClose={close} />}
    </Page>
  );
}

function OneScreenshot({ screenshotId }: { readonly screenshotId: string }) {
  const screenshot = useQuery({
    ...operationQuery('screenshots.get', { screenshotId }),
    refetchInterval: ({ state }) => (state.data && isBeingCaptured(state.data) ? LOOK_MS : false),
  });
  if (screenshot.isError) return <PageError error={screenshot.error} />;
  if (!screenshot.data) return <SkeletonRows rows={3} rowClass="flex h-20 items-center" />;
  return (
    <div className="max-w-md">
      <ScreenshotCards screenshots={[screenshot.data]} readMore={readNoMore} />
    </div>
  );
}

function AllScreenshots() {
  const [filter, setFilter] = useFilter('/screenshots');
  const screenshots = useList('screenshots.list', {
    scope: scopeOf(filter.mine),
    ...(filter.q && { q: filter.q }),
  });
  useLooks(screenshots.items.some(isBeingCaptured));
  const search = useCallback((q: string | undefined) => setFilter({ q }), [setFilter]);
  if (screenshots.isError) return <PageError error={screenshots.error} />;
  return (
    <>
      <div role="group" aria-label="Filter" className="mb-3 flex flex-wrap items-center gap-1.5">
        <SearchField label="Search screenshots" value={filter.q} onSearch={search} />
        <OnlyMine isOn={filter.mine} onToggle={(mine) => setFilter({ mine })} />
      </div>
      {screenshots.isPending && <SkeletonRows rows={4} rowClass="flex h-24 items-center border-b border-line" />}
      {screenshots.isSuccess && screenshots.items.length === 0 && (
        <EmptyState>
          {filter.q || filter.mine
            ? 'No matching screenshots'
            : 'No screenshots yet. Attach them on Today, upload them, or capture a page.'}
        </EmptyState>
      )}
      <ScreenshotCards screenshots={screenshots.items} readMore={screenshots.readMore} />
      <div className="mt-4 flex justify-center">
        <More of={screenshots} />
      </div>
    </>
  );
}

/** Reads the list again and again, while a capture is under way. */
function useLooks(isCapturing: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isCapturing) return undefined;
    const looking = setInterval(() => {
      void queries.refetchQueries({ queryKey: ['screenshots.list'], type: 'active' }, { cancelRefetch: false });
    }, LOOK_MS);
    return () => clearInterval(looking);
  }, [isCapturing, queries]);
}

const readNoMore = (): void => undefined;

interface ScreenshotCardsProps {
  readonly screenshots: readonly Item<'screenshots.list'>[];
  readonly readMore: () => void;
}

/** Cards of screenshots; each opens in a lightbox that browses the others. */
function ScreenshotCards({ screenshots, readMore }: ScreenshotCardsProps) {
  const [openId, setOpenId] = useState<string>();
  const shown = screenshots.find(({ screenshotId }) => screenshotId === openId);
  const isAlone = screenshots.length === 1;
  return (
    <>
      <ul className={classNames('grid gap-4', !isAlone && 'sm:grid-cols-2 lg:grid-cols-3')}>
        {screenshots.map((screenshot) => (
          <li key={screenshot.screenshotId}>
            <ScreenshotCard screenshot={screenshot} onOpen={setOpenId} />
          </li>
        ))}
      </ul>
      <Suspense>
        {shown && (
          <ScreenshotLightbox
            screenshots={screenshots}
            shown={shown}
            onShow={setOpenId}
            readMore={readMore}
            onClose={() => setOpenId(undefined)}
          />
        )}
      </Suspense>
    </>
  );
}
