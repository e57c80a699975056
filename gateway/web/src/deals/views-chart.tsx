import type { DayValue } from '@svc/web/shared/line-chart';
import { dayReached, describeGrowth } from '@svc/web/shared/describe-growth';
import { useId, useState } from 'react';
import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { ToggleChip } from '../ui/chip.js';
import { PageError } from '../ui/page-error.js';
import { shortUrl } from '../ui/short-url.js';
import { addDays } from './add-days.js';
import { ChartDrawing, type ChartRule } from './chart-drawing.js';
import { ChartTable } from './chart-table.js';
import type { Deal } from './deal-texts.js';

type Series = Output<'deals.view_series'>;

/** How the views of a deal grew: all videos together, or a line for each. Nothing while there is one day of readings alone. */
export function ViewsChart({ deal }: { readonly deal: Deal }) {
  const series = useOperation('deals.view_series', { dealId: deal.id });
  if (series.isError) return <PageError error={series.error} />;
  if (!series.data || series.data.sum.length < 2) return null;
  return <ChartOfSeries deal={deal} series={series.data} />;
}

function ChartOfSeries({ deal, series }: { readonly deal: Deal; readonly series: Series }) {
  const { count, day } = useFormats();
  const [isByVideo, setByVideo] = useState(false);
  const [chosen, setChosen] = useState(0);
  const nameId = useId();
  const textId = useId();
  const rules = useCheckDays(deal);
  const sum = pointsOf(series.sum);
  const target = deal.viewsTarget ?? undefined;
  const reached = target === undefined ? undefined : dayReached(sum, target);
  const lines = isByVideo ? series.videos.map(({ points }) => pointsOf(points)) : [sum];
  const names = isByVideo ? series.videos.map(({ title, videoUrl }) => title ?? shortUrl(videoUrl)) : ['All videos'];
  return (
    <figure className="mb-5 rounded-md border border-line bg-surface p-3 sm:p-4">
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 id={nameId} className="font-semibold">
          Views over time
        </h2>
        {series.videos.length > 1 && (
          <ToggleChip isOn={isByVideo} onToggle={() => setByVideo(!isByVideo)}>
            By video
          </ToggleChip>
        )}
      </div>
      <ChartDrawing
        lines={lines}
        chosen={isByVideo ? chosen : 0}
        target={isByVideo ? undefined : target}
        reached={isByVideo ? undefined : reached}
        rules={rules.filter((rule) => isWithin(rule.day, lines))}
        labelledBy={nameId}
        describedBy={textId}
      />
      <figcaption id={textId} className="mt-1 text-soft [overflow-wrap:anywhere]">
        {isByVideo ? describeVideos(series, count) : describeGrowth(sum, { count, day, target })}
        {series.stepDays > 1 && ` Each point covers ${series.stepDays} days.`}
        {rules.length > 0 && ' The dotted lines are the check days, counted from the first post.'}
      </figcaption>
      {isByVideo && <VideoChoice names={names} lines={lines} chosen={chosen} onChoose={setChosen} />}
      <ChartTable names={names} lines={lines} />
    </figure>
  );
}

interface VideoChoiceProps {
  readonly names: readonly string[];
  readonly lines: readonly (readonly DayValue[])[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** The videos by number; the line of the chosen one is the strong one. */
function VideoChoice({ names, lines, chosen, onChoose }: VideoChoiceProps) {
  const { count } = useFormats();
  return (
    <ol aria-label="Videos in the chart" className="mt-2 grid gap-x-4 sm:grid-cols-2">
      {names.map((name, index) => (
        <li key={index} className="min-w-0">
          <button
            type="button"
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
            className="flex min-h-7 w-full items-center gap-2 rounded px-1.5 text-left hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-strong pointer-coarse:min-h-11"
          >
            <span className="w-5 shrink-0 text-right tabular-nums">{index + 1}</span>
            <bdi className="min-w-0 grow truncate">{name}</bdi>
            <span className="tabular-nums">{count(lines[index]?.at(-1)?.value ?? 0)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function describeVideos({ videos, videoCount }: Series, count: (value: number) => string): string {
  return videoCount > videos.length
    ? `One line for each of the ${videos.length} videos with most views, of ${count(videoCount)}. Choose one below to make it stand out.`
    : `One line for each of the ${videos.length} videos. Choose one below to make it stand out.`;
}

/** The days on which the deal is checked, counted from when its first video was posted. */
function useCheckDays(deal: Deal): readonly ChartRule[] {
  const videos = useOperation('deals.list_videos', { dealId: deal.id, limit: 200 });
  const first = videos.data?.items.map(({ postDate }) => postDate).toSorted()[0] ?? deal.postDate;
  if (first === null || !videos.data) return [];
  return deal.viewCheckDays.map((days) => ({ day: addDays(first, days), label: `day ${days}` }));
}

function isWithin(day: string, lines: readonly (readonly DayValue[])[]): boolean {
  const days = lines.flatMap((line) => line.map((point) => point.day));
  return days.some((other) => other <= day) && days.some((other) => other >= day);
}

function pointsOf(points: Series['sum']): DayValue[] {
  return points.map(({ date, value }) => ({ day: date, value }));
}
