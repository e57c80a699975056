import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useFormats } from '../shell/account.js';
import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { nameOfVideo } from '../videos/name-of-video.js';
import { CallSentence, isComplete } from './call-sentence.js';
import type { Judged } from './use-judged.js';
import type { Recording, ViewCount } from './use-recording.js';

interface RecordPanelProps {
  readonly judged: Judged;
  readonly recording: Recording;
}

/** The proposed calls, each in a sentence, and those already made. */
export function RecordPanel({ judged, recording }: RecordPanelProps) {
  const { record, isBusy, viewCounts } = recording;
  const { proposals } = judged;
  const complete = proposals.filter(isComplete);
  // Stale proposals can't be sent: the user records exactly what is shown.
  const isHeld = isBusy || judged.isStale;
  const heading = useRef<HTMLHeadingElement>(null);
  const send = async (): Promise<void> => {
    await record(complete);
    // If the focused button disappears, the panel gets the focus.
    if (document.activeElement === document.body) heading.current?.focus();
  };
  return (
    <section aria-label="To be recorded" className="flex flex-col gap-3 lg:sticky lg:top-4">
      <h2 ref={heading} tabIndex={-1} className="text-base font-semibold">
        Record
      </h2>
      {proposals.length === 0 && (
        <p className="rounded-md border border-dashed border-line-strong p-4 text-soft">
          Videos with all five marks appear here.
        </p>
      )}
      {proposals.length > 0 && (
        <>
          <ul className="flex flex-col divide-y divide-line rounded-md border border-line bg-surface">
            {proposals.map((proposal) => (
              <li key={proposal.candidateIds.join()} className="px-3 py-2 [overflow-wrap:anywhere]">
                <CallSentence call={proposal} />
              </li>
            ))}
          </ul>
          <Button kind="primary" disabled={isHeld || complete.length === 0} onClick={() => void send()}>
            {isBusy ? 'Recording…' : complete.length > 1 ? `Record all ${complete.length}` : 'Record'}
          </Button>
        </>
      )}
      <div aria-live="polite" className="flex flex-col gap-2">
        {viewCounts.map((viewCount) => (
          <RecordedLine key={viewCount.id} viewCount={viewCount} />
        ))}
      </div>
    </section>
  );
}

function RecordedLine({
  viewCount: { dealId, dealName, value, videoTitle, videoUrl },
}: {
  readonly viewCount: ViewCount;
}) {
  const { count } = useFormats();
  return (
    <Notice tone="good">
      <p className="[overflow-wrap:anywhere]">
        {count(value)} views of <bdi>{nameOfVideo(videoTitle, videoUrl)}</bdi> are recorded for{' '}
        <Link to="/deals/$dealId" params={{ dealId }} search={{ tab: 'views' }} className={TEXT_LINK}>
          <bdi>{dealName}</bdi>
        </Link>
        .
      </p>
    </Notice>
  );
}
