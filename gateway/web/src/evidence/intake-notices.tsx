import { Notice } from '../ui/notice.js';
import { whyNotTaken } from './reason-texts.js';
import type { Intake } from './use-intake.js';

const SHOWN_MAX = 20;

/** What could not be added, and why. */
export function IntakeNotices({ intake: { problem, note, rejected } }: { readonly intake: Intake }) {
  return (
    <>
      {problem !== undefined && <Notice tone="bad">{problem}</Notice>}
      {note !== undefined && <Notice>{note}</Notice>}
      {rejected.length > 0 && (
        <Notice tone="warn">
          <p className="font-medium">{rejected.length === 1 ? '1 link' : `${rejected.length} links`} skipped</p>
          <ul>
            {rejected.slice(0, SHOWN_MAX).map(({ url, reason }, index) => (
              <li key={index} className="[overflow-wrap:anywhere]">
                {url !== null && <bdi className="font-mono text-[13px]">{url.slice(0, 120)}</bdi>} {whyNotTaken(reason)}
              </li>
            ))}
            {rejected.length > SHOWN_MAX && <li>and {rejected.length - SHOWN_MAX} more</li>}
          </ul>
        </Notice>
      )}
    </>
  );
}
