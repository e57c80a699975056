import { Button } from '../ui/button.js';
import { Notice } from '../ui/notice.js';
import { LineButton } from './line-button.js';
import type { ImportState, PlannedText } from './use-import.js';

const SHOWN_MAX = 20;

interface ProblemLinesProps {
  readonly state: ImportState;
  readonly planned: PlannedText;
  readonly onShowLine: (line: number) => void;
}

/** Unusable lines: each links to its place in the text, where it stays until corrected or dismissed. */
export function ProblemLines({ state, planned, onShowLine }: ProblemLinesProps) {
  const { invalid, remainingLines } = planned.plan;
  if (invalid.length === 0) return null;
  const stays = (line: number): boolean =>
    remainingLines.some(({ firstLine, lastLine }) => firstLine <= line && line <= lastLine);
  return (
    <Notice tone="warn">
      <p className="font-medium">{invalid.length === 1 ? '1 line to fix' : `${invalid.length} lines to fix`}</p>
      <ul className="mt-1 flex flex-col gap-2">
        {invalid.slice(0, SHOWN_MAX).map(({ groupIndex, url, message, line }, index) => (
          <li key={index} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            {line !== undefined && <LineButton line={line} onShow={onShowLine} />}
            <span className="min-w-0 grow basis-52 [overflow-wrap:anywhere]">
              {url !== null && <bdi className="font-mono text-[13px]">{url.slice(0, 120)}</bdi>} {message}
            </span>
            {line !== undefined && stays(line) && (
              <Button kind="quiet" onClick={() => state.dismissLine(line, groupIndex, planned)}>
                Dismiss
              </Button>
            )}
          </li>
        ))}
        {invalid.length > SHOWN_MAX && <li>and {invalid.length - SHOWN_MAX} more</li>}
      </ul>
    </Notice>
  );
}
