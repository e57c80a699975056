import { Link } from '@tanstack/react-router';
import { useSignedIn, useToday } from '../shell/account.js';
import { Notice } from '../ui/notice.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { firstCheck } from './first-check.js';
import { DealCard, describeDuplicates } from './import-parts.js';
import type { ImportAnswer } from './use-import.js';

interface ImportResultProps {
  /** The import's result, then each group that was solved. */
  readonly results: readonly ImportAnswer[];
  readonly postDate: string;
}

/** The result of the import. */
export function ImportResult({ results, postDate }: ImportResultProps) {
  const { settings, formats } = useSignedIn();
  const today = useToday();
  const sum = (of: (summary: ImportAnswer['summary']) => number): number =>
    results.reduce((total, { summary }) => total + of(summary), 0);
  const added = sum(({ videosAdded }) => videosAdded);
  const there = sum(({ videosAlreadyPresent }) => videosAlreadyPresent);
  const duplicates = sum(({ duplicatesSkipped }) => duplicatesSkipped);
  const first = firstCheck(postDate, settings.viewCheckDays);
  return (
    <>
      <Notice tone={added > 0 ? 'good' : 'plain'}>
        {added === 0 && there > 0 && 'Every video is already tracked. Nothing changed.'}
        {added === 0 && there === 0 && 'Nothing added yet.'}
        {added > 0 && (added === 1 ? '1 video added.' : `${formats.count(added)} videos added.`)}
        {added > 0 && there > 0 && ` ${formats.count(there)} already tracked.`}
        {duplicates > 0 && ` ${describeDuplicates(duplicates, formats.count)}.`}
        {added > 0 &&
          first &&
          (first <= today ? ' The first check is due now.' : ` First check: ${formats.day(first)}.`)}{' '}
        {added > 0 && (
          <Link to="/today" className={TEXT_LINK}>
            Go to Today
          </Link>
        )}
      </Notice>
      {results.flatMap(({ deals }, index) =>
        deals.map((deal) => <DealCard key={`${index} ${deal.dealId}`} deal={deal} />),
      )}
    </>
  );
}
