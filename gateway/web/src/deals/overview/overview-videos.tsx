import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useFormats } from '../../shell/account.js';
import { Button } from '../../ui/button.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import type { Deal } from '../deal-texts.js';
import { useVideoColumns } from '../page/video-columns.js';
import type { Video } from '../page/video-form.js';
import type { LatestCount } from './latest-counts.js';
import { OverviewSection } from './overview-section.js';

const VideoForm = lazy(async () => ({ default: (await import('../page/video-form.js')).VideoForm }));

/** The newest videos; all of them are on their own tab. */
export const VIDEOS_SHOWN = 10;

interface OverviewVideosProps {
  readonly deal: Deal;
  readonly items: readonly Video[];
  readonly total: number | undefined;
  readonly counts: ReadonlyMap<string, LatestCount>;
  readonly onRecord: (video: Video) => void;
}

/** The videos of a deal with their latest counts, growth, and next checks. */
export function OverviewVideos({ deal, items, total = 0, counts, onRecord }: OverviewVideosProps) {
  const { count } = useFormats();
  const [isAdding, setAdding] = useState(false);
  const { canEdit, canEditViews } = deal.access;
  const columns = useVideoColumns({ counts, onRecord: canEditViews ? onRecord : undefined });
  return (
    <OverviewSection
      title="Videos"
      about={items.length === 0 ? 'None yet' : undefined}
      action={canEdit && <Button onClick={() => setAdding(true)}>Add video</Button>}
    >
      {items.length > 0 && (
        <DataTable
          label="Videos"
          columns={columns}
          items={items}
          keyOf={({ id }) => id}
          total={items.length}
          isPending={false}
          readMore={noMore}
          empty={null}
        />
      )}
      {total > items.length && (
        <p className="mt-2">
          <Link to="/deals/$dealId" params={{ dealId: deal.id }} search={{ tab: 'videos' }} className={TEXT_LINK}>
            All {count(total)} videos
          </Link>
        </p>
      )}
      {isAdding && (
        <Suspense>
          <VideoForm dealId={deal.id} onClose={() => setAdding(false)} />
        </Suspense>
      )}
    </OverviewSection>
  );
}

function noMore(): void {}
