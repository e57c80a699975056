import { useSearch } from '@tanstack/react-router';
import { Camera, Upload } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useFilter } from '../address/use-filter.js';
import { useList, useOperation } from '../api/queries.js';
import { scopeOf } from '../api/scope.js';
import { Button } from '../ui/button.js';
import { EmptyState } from '../ui/empty-state.js';
import { SearchField } from '../ui/fields/search-field.js';
import { Page } from '../ui/page.js';
import { PageError } from '../ui/page-error.js';
import { PageHead } from '../ui/page-head.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { More } from '../ui/tables/more.js';
import { OnlyMine } from '../ui/tables/only-mine.js';
import { CaptureDialog } from './capture-dialog.js';
import { ScreenshotCard } from './screenshot-card.js';
import { UploadDialog } from './upload-dialog.js';

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
  const screenshot = useOperation('screenshots.get', { screenshotId });
  if (screenshot.isError) return <PageError error={screenshot.error} />;
  if (!screenshot.data) return <SkeletonRows rows={3} rowClass="flex h-20 items-center" />;
  return (
    <div className="max-w-md">
      <ScreenshotCard screenshot={screenshot.data} />
    </div>
  );
}

function AllScreenshots() {
  const [filter, setFilter] = useFilter('/screenshots');
  const screenshots = useList('screenshots.list', {
    scope: scopeOf(filter.mine),
    ...(filter.q && { q: filter.q }),
  });
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
        <EmptyState>No screenshots yet. Attach them on Today, upload them, or capture a page.</EmptyState>
      )}
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {screenshots.items.map((screenshot) => (
          <li key={screenshot.screenshotId}>
            <ScreenshotCard screenshot={screenshot} />
          </li>
        ))}
      </ul>
      <div className="mt-4 flex justify-center">
        <More of={screenshots} />
      </div>
    </>
  );
}
