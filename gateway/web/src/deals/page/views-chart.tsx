import { dayReached, describeGrowth } from '@svc/web/shared/describe-growth';
import { useId, useMemo, useState } from 'react';
import type { Output } from '../../api/operations.js';
import { PAGE_ROWS, useOperation } from '../../api/queries.js';
import { ChartDrawing, type ChartRule } from '../../charts/chart-drawing.js';
import type { ChartLine } from '../../charts/chart-marks.js';
import { ChartTable } from '../../charts/chart-table.js';
import { LineSample } from '../../charts/line-sample.js';
import { addDays } from '../../days/add-days.js';
import { useFormats } from '../../shell/account.js';
import { ToggleChip } from '../../ui/chip.js';
import { nameOfVideo } from '../../videos/name-of-video.js';
import type { Deal } from '../deal-texts.js';
import { firstPostOf } from './first-post.js';
import { pointsOf } from './points-of.js';

export type Series = Output<'deals.view_series'>;

interface ViewsChartProps {
  readonly deal: Deal;
  /** Of at least two days. */
  readonly series: Series;
}

/** The growth of a deal's views: all videos together, or a line for each. */
export function ViewsChart({ deal, series }: ViewsChartProps) {
  const { count, day } = useFormats();
  const [isByVideo, setByVideo] = useState(false);
  const [isFitted, setFitted] = useState(false);
  const [chosen, setChosen] = useState(0);
  const nameId = useId();
  const textId = useId();
  const rules = useCheckDays(deal);
  const lines = useMemo(() => linesOf(series, isByVideo), [series, isByVideo]);
  const sum = pointsOf(series.sum);
  const target = deal.viewsTarget ?? undefined;
  const reached = target === undefined ? undefined : dayReached(sum, target);
  return (
    <figure className="rounded-md border border-line bg-surface p-3 sm:p-4">
      <div className="mb-2 flex min-h-7 flex-wrap items-center justify-between gap-2 pointer-coarse:min-h-11">
        <h2 id={nameId} className="font-semibold">
          Views over time
        </h2>
        <div className="flex flex-wrap gap-1.5">
          {target !== undefined && reached === undefined && (
            // Lines by video have no target, and always fit.
            <ToggleChip isOn={isFitted || isByVideo} disabled={isByVideo} onToggle={() => setFitted(!isFitted)}>
              Fit to data
            </ToggleChip>
          )}
          {series.videos.length > 1 && (
            <ToggleChip isOn={isByVideo} onToggle={() => setByVideo(!isByVideo)}>
              By video
            </ToggleChip>
          )}
        </div>
      </div>
      <ChartDrawing
        lines={lines}
        chosen={isByVideo ? chosen : 0}
        target={isByVideo ? undefined : target}
        isFitted={isFitted}
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
      {isByVideo && <VideoChoice lines={lines} chosen={chosen} onChoose={setChosen} />}
      <ChartTable names={lines.map(({ name }) => name)} lines={lines.map(({ points }) => points)} />
    </figure>
  );
}

function linesOf({ sum, videos }: Series, isByVideo: boolean): readonly ChartLine[] {
  if (!isByVideo) return [{ name: 'All videos', points: pointsOf(sum) }];
  return videos.map(({ title, videoUrl, points }) => ({
    name: nameOfVideo(title, videoUrl),
    points: pointsOf(points),
  }));
}

interface VideoChoiceProps {
  readonly lines: readonly ChartLine[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** The videos by number, each with its line; the selected one is highlighted. */
function VideoChoice({ lines, chosen, onChoose }: VideoChoiceProps) {
  const { count } = useFormats();
  return (
    <ol aria-label="Videos in the chart" className="mt-2 grid gap-x-4 sm:grid-cols-2">
      {lines.map(({ name, points }, index) => (
        <li key={index} className="min-w-0">
          <button
            type="button"
            aria-pressed={index === chosen}
            onClick={() => onChoose(index)}
            className="flex min-h-7 w-full items-center gap-2 rounded px-1.5 text-left hover:bg-sunken aria-pressed:bg-accent-soft aria-pressed:text-accent-strong pointer-coarse:min-h-11"
          >
            <LineSample place={index} />
            <span className="w-5 shrink-0 text-right tabular-nums">{index + 1}</span>
            <bdi className="min-w-0 grow truncate">{name}</bdi>
            <span className="tabular-nums">{count(points.at(-1)?.value ?? 0)}</span>
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

/** The check days of the deal, from the posting of its first video. */
function useCheckDays(deal: Deal): readonly ChartRule[] {
  const videos = useOperation('deals.list_videos', { dealId: deal.id, limit: PAGE_ROWS });
  if (!videos.data) return [];
  const first = firstPostOf(deal, videos.data.items);
  if (first === null) return [];
  return deal.viewCheckDays.map((days) => ({ day: addDays(first, days), label: `day ${days}` }));
}

function isWithin(day: string, lines: readonly ChartLine[]): boolean {
  const days = lines.flatMap(({ points }) => points.map((point) => point.day));
  return days.some((other) => other <= day) && days.some((other) => other >= day);
}
