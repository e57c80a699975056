import { CalendarClock } from 'lucide-react';
import type { Item, Output } from '../../api/operations.js';
import { useFormats, useToday } from '../../shell/account.js';
import { Button } from '../../ui/button.js';
import { classNames } from '../../ui/class-names.js';
import type { Deal } from '../deal-texts.js';
import { type NextCheck, nextCheckOf } from './next-check.js';

type Video = Item<'deals.list_videos'>;

interface NextCheckLineProps {
  readonly deal: Deal;
  readonly videos: Output<'deals.list_videos'> | undefined;
  readonly onRecord: (video?: Video) => void;
}

/** The next check, and its videos. */
export function NextCheckLine({ deal, videos, onRecord }: NextCheckLineProps) {
  const today = useToday();
  if (!videos || videos.items.length === 0) return null;
  const next = nextCheckOf(videos.items);
  if (!next) return <p className="text-soft">{restText(deal)}</p>;
  const isDue = next.date <= today;
  const [only, ...others] = next.videos;
  return (
    <div
      className={classNames(
        'flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-md border px-3 py-1.5',
        isDue ? 'border-warn bg-warn-soft' : 'border-line bg-surface',
      )}
    >
      <p className="flex min-w-0 gap-2">
        <CalendarClock size={16} aria-hidden className="mt-0.5 shrink-0 text-soft" />
        <span className="min-w-0">
          <NextCheckText next={next} isAll={videos.total <= videos.items.length} />
        </span>
      </p>
      {deal.access.canEditViews && (
        <Button className="ml-auto" onClick={() => onRecord(others.length === 0 ? only : undefined)}>
          Record views
        </Button>
      )}
    </div>
  );
}

/** "Next check: day 7 · Tue, Nov 24 · 2 videos". */
function NextCheckText({ next, isAll }: { readonly next: NextCheck<Video>; readonly isAll: boolean }) {
  const { count, weekday } = useFormats();
  const today = useToday();
  const { date, day, videos } = next;
  const when = date === today ? 'today' : `${date < today ? 'since ' : ''}${weekday(date, today)}`;
  const facts = [
    ...(day === undefined ? [] : [`day ${day}`]),
    when,
    `${videos.length === 1 ? '1 video' : `${count(videos.length)} videos`}${isAll ? '' : ' of the newest'}`,
  ];
  return (
    <>
      <span className="font-medium">{date <= today ? 'Check due' : 'Next check'}:</span> {facts.join(' · ')}
    </>
  );
}

function restText({ status }: Deal): string {
  if (status === 'draft') return 'View checks begin once the deal is active.';
  return status === 'active' ? 'All view checks are done.' : 'No more view checks.';
}
