import { type Dispatch, type SetStateAction, useLayoutEffect, useMemo, useRef } from 'react';
import { describeError } from '../api/api-error.js';
import { useSignedIn } from '../shell/account.js';
import { moveKeys, useKeys, useKeyTexts } from '../shell/shortcuts.js';
import { Notice } from '../ui/notice.js';
import { EvidenceRow, type RowActions } from './evidence-row.js';
import { RowDetail } from './row-detail.js';
import type { Judged } from './use-judged.js';
import type { Recording } from './use-recording.js';
import type { Screenshots } from './use-screenshots.js';
import { changeRow, type Row, type Work } from './work.js';

const KEYS = { Enter: 'Open the row or go to the next field' } as const;

interface RowListProps {
  readonly work: Work;
  readonly setWork: Dispatch<SetStateAction<Work>>;
  readonly judged: Judged;
  readonly screenshots: Screenshots;
  readonly recording: Recording;
  readonly openId: string | undefined;
  readonly onOpen: (candidateId: string | undefined) => void;
}

/** The videos, most likely first; one of them is open. */
export function RowList({ work, setWork, judged, screenshots, recording, openId, onOpen }: RowListProps) {
  const { user } = useSignedIn();
  const list = useRef<HTMLOListElement>(null);
  const rows = new Map(work.rows.map((row) => [row.candidateId, row]));
  useHeadKeys(list);
  useKeyTexts(KEYS);
  const actions = useRowActions({ openId, onOpen, screenshots });
  const change = (candidateId: string, of: (row: Row) => Row): void =>
    setWork((now) => changeRow(now, candidateId, of));

  return (
    <section aria-label="Videos" className="flex min-w-0 flex-col gap-3">
      {judged.error !== null && <Notice tone="bad">{describeError(judged.error)}</Notice>}
      <ol ref={list} className="divide-y divide-line rounded-md border border-line bg-surface">
        {judged.order.map((candidateId, place) => {
          const row = rows.get(candidateId);
          if (!row) return null;
          const isOpen = candidateId === openId;
          return (
            <EvidenceRow
              key={candidateId}
              row={row}
              ranked={judged.rankOf(candidateId)}
              verdict={judged.verdictOf(candidateId)}
              refusal={recording.refusalOf(candidateId)}
              isOpen={isOpen}
              actions={actions}
            >
              {isOpen && (
                <RowDetail
                  row={row}
                  asked={work.asked}
                  verdict={judged.verdictOf(candidateId)}
                  warnings={judged.warningsOf(candidateId)}
                  screenshots={screenshots}
                  reviewer={user.name}
                  onChange={(of) => change(candidateId, of)}
                  onRemove={() => setWork((now) => ({ ...now, rows: now.rows.filter((each) => each !== row) }))}
                  onDone={() => headsIn(list.current)[place + 1]?.focus()}
                />
              )}
            </EvidenceRow>
          );
        })}
      </ol>
    </section>
  );
}

const headsIn = (list: HTMLElement | null): readonly HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-head]') ?? []),
];

/** The arrow keys move between rows. */
function useHeadKeys(list: { readonly current: HTMLElement | null }): void {
  const move = (step: 1 | -1): void => {
    const heads = headsIn(list.current);
    const focused = heads.findIndex((head) => head.closest('li')?.contains(document.activeElement));
    heads[focused === -1 ? 0 : Math.min(heads.length - 1, Math.max(0, focused + step))]?.focus();
  };
  useKeys(moveKeys(move));
}

function useRowActions(options: Pick<RowListProps, 'openId' | 'onOpen' | 'screenshots'>): RowActions {
  const current = useRef(options);
  useLayoutEffect(() => {
    current.current = options;
  });
  return useMemo(
    () => ({
      toggle: (candidateId) => {
        const { openId, onOpen } = current.current;
        onOpen(openId === candidateId ? undefined : candidateId);
      },
      attach: (row, image) => void current.current.screenshots.attach(row, image),
    }),
    [],
  );
}
