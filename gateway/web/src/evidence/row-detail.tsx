import { useMemo } from 'react';
import { Button } from '../ui/button.js';
import { useDebounced } from '../ui/debounced.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { useEvidence } from './ask-evidence.js';
import { type Asked, requestOf } from './asked.js';
import { hostOf } from './planned-pages.js';
import { showSeconds } from './read-seconds.js';
import { WHY_NOT } from './reason-texts.js';
import { RowFindings, type RowFindingsProps } from './row-findings.js';
import { RowScreenshot, type RowScreenshotProps } from './row-screenshot.js';
import { candidateOf } from './work.js';

const CHANGING_MS = 300;

interface RowDetailProps extends RowFindingsProps, RowScreenshotProps {
  readonly asked: Asked;
  readonly warnings: readonly string[];
  readonly onRemove: () => void;
}

/** An open row: where to look, what was found, and what is still missing. */
export function RowDetail(props: RowDetailProps) {
  const { row, asked, verdict, warnings, screenshots, onRemove } = props;
  return (
    <div className="flex flex-col gap-4 border-t border-line px-3 py-3 sm:pl-9">
      <Windows row={row} asked={asked} />
      <RowFindings {...props} />
      <RowScreenshot row={row} screenshots={screenshots} onChange={props.onChange} />
      <Gate verdict={verdict} warnings={warnings} />
      <div>
        <Button kind="quiet" className="-ml-3 text-soft" onClick={onRemove}>
          Remove from this page
        </Button>
      </div>
    </div>
  );
}

/** Parts of the video in which to look and listen. */
function Windows({ row, asked }: Pick<RowDetailProps, 'row' | 'asked'>) {
  const settled = useDebounced(row, CHANGING_MS);
  const input = useMemo(() => ({ ...requestOf(asked), candidates: [candidateOf(settled)] }), [settled, asked]);
  const { data } = useEvidence('plan_direct_proof_review', input);
  const url = row.canonicalUrl ?? row.url ?? '';
  if (!URL.canParse(url)) return null;
  return (
    <div>
      <p className="font-medium">Look and listen</p>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {data?.reviews[0]?.windows.map(({ suggestedSeekSeconds: from, reviewWindowSeconds, basis, url: there }) => (
          <li key={from}>
            <a href={there ?? url} target="_blank" rel="noreferrer" className={`${TEXT_LINK} tabular-nums`}>
              {showSeconds(from)} to {showSeconds(from + reviewWindowSeconds)}
            </a>
            {basis === 'caption_cue' && <span className="text-[13px] text-soft"> where the captions mention it</span>}
          </li>
        ))}
        <li>
          <a href={url} target="_blank" rel="noreferrer" className={TEXT_LINK}>
            The video
          </a>{' '}
          <span className="text-[13px] text-soft">{hostOf(url)}</span>
        </li>
      </ul>
    </div>
  );
}

/** The gate's verdict, and warnings. */
function Gate({ verdict, warnings }: Pick<RowDetailProps, 'verdict' | 'warnings'>) {
  if (!verdict) return null;
  const { state, noWriteReasons } = verdict.writeGate;
  return (
    <div aria-live="polite" className="flex flex-col gap-1">
      <p className="font-medium">
        {state === 'ready_for_write_request' ? (
          <span className="text-good">Ready to record</span>
        ) : (
          'Not ready to record'
        )}
      </p>
      {noWriteReasons.length > 0 && (
        <ul className="list-disc pl-5">
          {noWriteReasons.map((reason) => (
            <li key={reason}>{WHY_NOT[reason]}</li>
          ))}
        </ul>
      )}
      {warnings.map((warning) => (
        <p key={warning} className="text-warn [overflow-wrap:anywhere]">
          {warning}
        </p>
      ))}
    </div>
  );
}
