import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Output } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { useFormats, useToday } from '../shell/account.js';
import { ToggleChip } from '../ui/chip.js';
import { CountBars } from '../ui/count-bars.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import { CLICK_SPANS, clickPoints, type ClickSpan, hourOf, SPAN_LABELS, statsInput } from './click-spans.js';
import { ClicksChart } from './clicks-chart.js';

type Stats = Output<'short_links.stats'>;

/** Clicks of a link, over a selected span. */
export function LinkStats({ linkId }: { readonly linkId: string }) {
  const navigate = useNavigate();
  const { span = 'month' } = useSearch({ from: '/app/links/$linkId' });
  const today = useToday();
  const [hour] = useState(() => hourOf(Date.now()));
  const stats = useOperation('short_links.stats', statsInput(linkId, span, today, hour));
  const choose = (wanted: ClickSpan): void => {
    const search = wanted === 'month' ? {} : { span: wanted };
    void navigate({ to: '/links/$linkId', params: { linkId }, search, replace: true });
  };
  return (
    <section aria-label="Clicks" className="mb-6">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2 className="font-semibold">Clicks</h2>
        <div role="group" aria-label="Time" className="flex flex-wrap gap-1.5">
          {CLICK_SPANS.map((each) => (
            <ToggleChip key={each} isOn={each === span} onToggle={() => choose(each)}>
              {SPAN_LABELS[each]}
            </ToggleChip>
          ))}
        </div>
      </div>
      {stats.isError && stats.data === undefined && <PageError error={stats.error} />}
      {stats.isPending && <SkeletonRows rows={6} rowClass="flex h-10 items-center" />}
      {stats.data && <Numbers stats={stats.data} span={span} today={today} hour={hour} />}
    </section>
  );
}

interface NumbersProps {
  readonly stats: Stats;
  readonly span: ClickSpan;
  readonly today: string;
  readonly hour: number;
}

function Numbers({ stats, span, today, hour }: NumbersProps) {
  const formats = useFormats();
  const points = useMemo(() => clickPoints(stats, span, today, hour), [stats, span, today, hour]);
  return (
    <div className="flex flex-col gap-4">
      <Totals stats={stats} />
      <ClicksChart points={points} isByHour={span === 'hours'} />
      <div className="grid items-start gap-4 md:grid-cols-3">
        <CountBars
          title="Referrers"
          rows={stats.byReferrer.map(({ referrer, clicks }) => ({ name: referrer ?? 'Direct', count: clicks }))}
        />
        <CountBars
          title="Countries"
          rows={stats.byCountry.map(({ country, clicks }) => ({
            name: country === null ? 'Unknown' : formats.country(country),
            count: clicks,
          }))}
        />
        <CountBars
          title="Devices"
          rows={stats.byDevice.map(({ device, clicks }) => ({ name: DEVICES[device] ?? device, count: clicks }))}
        />
      </div>
    </div>
  );
}

const DEVICES: Readonly<Record<string, string>> = {
  desktop: 'Computer',
  mobile: 'Phone',
  tablet: 'Tablet',
  tv: 'Television',
  other: 'Other',
};

function Totals({ stats: { clicks, uniqueVisitors, bots, prefetches, heads } }: { readonly stats: Stats }) {
  const { count } = useFormats();
  const apart = [
    [bots, bots === 1 ? 'click by a bot' : 'clicks by bots'],
    [prefetches, 'prefetched'],
    [heads, 'looked up without opening'],
  ] as const;
  const others = apart.filter(([value]) => value > 0).map(([value, name]) => `${count(value)} ${name}`);
  return (
    <div>
      <p className="text-lg">
        <strong className="font-semibold tabular-nums">{count(clicks)}</strong> {clicks === 1 ? 'click' : 'clicks'} by{' '}
        <strong className="font-semibold tabular-nums">{count(uniqueVisitors)}</strong>{' '}
        {uniqueVisitors === 1 ? 'visitor' : 'visitors'}
      </p>
      <p className="text-soft">
        {others.length > 0 && `Excluded: ${others.join(', ')}. `}Each visitor counts once a day.
      </p>
    </div>
  );
}
