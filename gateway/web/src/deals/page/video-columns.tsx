import { ShieldCheck } from 'lucide-react';
import { useFormats, useToday } from '../../shell/account.js';
import { Button } from '../../ui/button.js';
import { type Column, NO_VALUE } from '../../ui/tables/column.js';
import { nameOfVideo } from '../../videos/name-of-video.js';
import { NextDate } from '../next-date.js';
import type { LatestCount } from '../overview/latest-counts.js';
import type { Video } from './video-form.js';
import { VideoName } from './video-name.js';

interface VideoColumnOptions {
  /** The latest counts by video. */
  readonly counts: ReadonlyMap<string, LatestCount>;
  /** Absent for users who may not add counts. */
  readonly onRecord: ((video: Video) => void) | undefined;
  /** Whether there is room for when it was posted, and for dates of another year. */
  readonly isWide?: boolean;
}

/** A deal's videos with their latest counts, growth, and next checks. */
export function useVideoColumns({ counts, onRecord, isWide = false }: VideoColumnOptions): readonly Column<Video>[] {
  const { count, shortDay } = useFormats();
  const today = useToday();
  const posted: Column<Video> = {
    id: 'posted',
    title: 'Posted',
    width: '7.5rem',
    dropsOut: 2,
    isDate: true,
    cell: ({ postDate }) => (postDate === null ? NO_VALUE : shortDay(postDate, today)),
  };
  return [
    { id: 'video', title: 'Video', width: 'minmax(8rem,1fr)', cell: (video) => <VideoName video={video} /> },
    ...(isWide ? [posted] : []),
    {
      id: 'views',
      title: 'Views',
      width: '6rem',
      isNumeric: true,
      cell: ({ latestValue }) => (latestValue === null ? NO_VALUE : count(latestValue)),
    },
    {
      id: 'growth',
      title: 'Growth',
      width: '5.5rem',
      isNumeric: true,
      cell: ({ id }) => <Growth growth={counts.get(id)?.growth} />,
    },
    {
      id: 'proof',
      title: 'Proof',
      width: '4rem',
      ...(isWide && { dropsOut: 1 }),
      cell: ({ id }) => <ProofMark latest={counts.get(id)} />,
    },
    {
      id: 'due',
      title: 'Next check',
      width: isWide ? '7.5rem' : '5.5rem',
      isDate: true,
      cell: ({ nextDueDate }) => (nextDueDate === null ? NO_VALUE : <NextDate date={nextDueDate} />),
    },
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
