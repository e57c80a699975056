import type { Output } from '../api/operations.js';
import { useSignedIn } from '../shell/account.js';
import { Chip } from '../ui/chip.js';
import { classNames } from '../ui/class-names.js';
import { Notice } from '../ui/notice.js';
import { firstCheck } from './first-check.js';
import { InvalidLines, VideoList } from './import-parts.js';
import { WHY_NO_DEAL } from './why-no-deal.js';

type Plan = Output<'deals.preview_view_checks'>;

interface ImportPlanProps {
  readonly plan: Plan;
  readonly postDate: string;
  /** The text has changed since; the plan for it is on its way. */
  readonly isStale: boolean;
}

/** Group by group what the import will do. */
export function ImportPlan({ plan, postDate, isStale }: ImportPlanProps) {
  const { settings, formats } = useSignedIn();
  const { summary, deals, needsPromoCode, invalid } = plan;
  const first = firstCheck(postDate, settings.viewCheckDays);
  return (
    <div className={classNames('flex flex-col gap-3', isStale && 'opacity-60')} aria-live="polite">
      <p className="font-medium">
        {summary.videosAdded === 1 ? '1 new video' : `${formats.count(summary.videosAdded)} new videos`}
        {summary.videosAlreadyPresent > 0 && `, ${formats.count(summary.videosAlreadyPresent)} already tracked`}
        {summary.videosAdded > 0 && first && (
          <span className="font-normal text-soft"> · first check {formats.day(first)}</span>
        )}
      </p>
      {deals.map(({ name, promoCode, created, videos }, index) => (
        <article key={index} className="rounded-md border border-line bg-surface p-3">
          <h2 className="flex flex-wrap items-baseline gap-2 font-medium">
            <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
            {promoCode !== null && <bdi className="font-mono text-[13px] text-soft">{promoCode}</bdi>}
            <Chip tone={created ? 'accent' : 'plain'}>{created ? 'new deal' : 'existing deal'}</Chip>
          </h2>
          <VideoList videos={videos} />
        </article>
      ))}
      {needsPromoCode.map(({ groupIndex, name, urls, reason }) => (
        <Notice key={groupIndex} tone="warn">
          <p className="font-medium">
            {name === null ? describeLinks(urls.length) : <bdi>{name}</bdi>}{' '}
            {name === null && urls.length > 1 ? 'need' : 'needs'} a promo code
          </p>
          <p>{WHY_NO_DEAL[reason]} Add the code after the import, or now as “CODE: X” above the links.</p>
        </Notice>
      ))}
      <InvalidLines invalid={invalid} />
    </div>
  );
}

function describeLinks(count: number): string {
  return count === 1 ? '1 link' : `${count} links`;
}
