import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Output } from '../api/operations.js';
import { useSignedIn } from '../shell/account.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { Chip } from '../ui/chip.js';
import { Notice } from '../ui/notice.js';
import { firstCheck } from './first-check.js';
import { InvalidLines, VideoList } from './import-parts.js';
import { NeedsCodeCard } from './needs-code-card.js';

type Result = Output<'deals.bulk_add_view_checks'>;

/** What the import did; groups without a code are mended in place. */
export function ImportResult({ result, postDate }: { readonly result: Result; readonly postDate: string }) {
  const { settings, formats } = useSignedIn();
  const [mended, setMended] = useState<ReadonlyMap<number, Result>>(new Map());
  const results = [result, ...mended.values()];
  const added = results.reduce((sum, { summary }) => sum + summary.videosAdded, 0);
  const there = results.reduce((sum, { summary }) => sum + summary.videosAlreadyPresent, 0);
  const first = firstCheck(postDate, settings.viewCheckDays);
  return (
    <div className="flex flex-col gap-3">
      <Notice tone={added > 0 ? 'good' : 'plain'}>
        {added === 0 && there > 0 && 'Every video is already tracked. Nothing changed.'}
        {added === 0 && there === 0 && 'Nothing added yet.'}
        {added > 0 && (added === 1 ? '1 video added.' : `${formats.count(added)} videos added.`)}
        {added > 0 && there > 0 && ` ${formats.count(there)} already tracked.`}
        {added > 0 && first && ` First check: ${formats.day(first)}.`}{' '}
        {added > 0 && (
          <Link to="/today" className={TEXT_LINK}>
            Go to Today
          </Link>
        )}
      </Notice>
      {result.needsPromoCode
        .filter(({ groupIndex }) => !mended.has(groupIndex))
        .map((group) => (
          <NeedsCodeCard
            key={group.groupIndex}
            group={group}
            onMended={(answer) => setMended((before) => new Map(before).set(group.groupIndex, answer))}
          />
        ))}
      {results.flatMap(({ deals }) =>
        deals.map(({ dealId, name, promoCode, created, videos }) => (
          <article key={`${dealId}-${videos[0]?.videoId}`} className="rounded-md border border-line bg-surface p-3">
            <h2 className="flex flex-wrap items-baseline gap-2 font-medium">
              <Link to="/deals/$dealId" params={{ dealId }} className={`${TEXT_LINK} [overflow-wrap:anywhere]`}>
                <bdi>{name}</bdi>
              </Link>
              {promoCode !== null && <bdi className="font-mono text-[13px] text-soft">{promoCode}</bdi>}
              <Chip tone={created ? 'accent' : 'plain'}>{created ? 'new deal' : 'existing deal'}</Chip>
            </h2>
            <VideoList videos={videos} />
          </article>
        )),
      )}
      <InvalidLines invalid={results.flatMap(({ invalid }) => invalid)} />
    </div>
  );
}
