import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useFormats, useToday } from '../../shell/account.js';
import { Button } from '../../ui/button.js';
import { Chip } from '../../ui/chip.js';
import type { Column } from '../../ui/tables/column.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { nameOfVideo } from '../../videos/name-of-video.js';
import type { Deal } from '../deal-texts.js';
import type { Video } from '../page/video-form.js';
import { VideoName } from '../page/video-name.js';
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
  const columns = useVideoColumns(counts, canEditViews ? onRecord : undefined);
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

function useVideoColumns(
  counts: ReadonlyMap<string, LatestCount>,
  onRecord: ((video: Video) => void) | undefined,
): readonly Column<Video>[] {
  const { count } = useFormats();
  return [
    { id: 'video', title: 'Video', width: 'minmax(8rem,1fr)', cell: (video) => <VideoName video={video} /> },
    {
      id: 'views',
      title: 'Views',
      width: '6rem',
      isNumeric: true,
      cell: ({ latestValue }) => (latestValue === null ? '–' : count(latestValue)),
    },
    {
      id: 'growth',
      title: 'Growth',
      width: '5.5rem',
      isNumeric: true,
      cell: ({ id }) => <Growth growth={counts.get(id)?.growth} />,
    },
    { id: 'proof', title: 'Proof', width: '4rem', cell: ({ id }) => <ProofMark latest={counts.get(id)} /> },
    { id: 'due', title: 'Next check', width: '5.5rem', isDate: true, cell: (video) => <NextDate video={video} /> },
    ...(onRecord
      ? [
          {
            id: 'record',
            title: '',
            width: '5rem',
            cell: (video: Video) => (
              <Button
                kind="quiet"
                className="px-2"
                aria-label={`Record views of ${nameOfVideo(video.title, video.url)}`}
                onClick={() => onRecord(video)}
              >
                Record
              </Button>
            ),
          },
        ]
      : []),
  ];
}

function Growth({ growth }: { readonly growth: number | undefined }) {
  const { count } = useFormats();
  if (growth === undefined) return '–';
  return (
    <span title="Since the count before" className={growth > 0 ? 'text-good' : 'text-soft'}>
      {growth > 0 && '+'}
      {count(growth)}
    </span>
  );
}

/** Whether the latest count has a screenshot. */
function ProofMark({ latest }: { readonly latest: LatestCount | undefined }) {
  if (!latest) return null;
  if (latest.viewCount.screenshot === null) return <span className="text-soft">No</span>;
  return <ShieldCheck size={16} role="img" aria-label="Screenshot attached" className="text-good" />;
}

function NextDate({ video: { nextDueDate } }: { readonly video: Video }) {
  const { shortDay } = useFormats();
  const today = useToday();
  if (nextDueDate === null) return '–';
  if (nextDueDate > today) return shortDay(nextDueDate, today);
  return <Chip tone="warn">{nextDueDate === today ? 'Due' : shortDay(nextDueDate, today)}</Chip>;
}
