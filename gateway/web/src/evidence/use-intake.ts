import { type Dispatch, type SetStateAction, useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import type { Item } from '../api/operations.js';
import { askEvidence } from './ask-evidence.js';
import { type Asked, requestOf } from './asked.js';
import { candidateOf, mergeRows, type NewRow, type Row, type Work } from './work.js';
import { readWorkFile } from './work-file.js';

/** Due checks added at once: as many rows as the tool judges. */
const DUE_MAX = 200;

/** A row that was not added. */
export interface Rejected {
  readonly url: string | null;
  readonly reason: string;
}

export interface Intake {
  /** Each resolves to whether it added anything. */
  readonly takeLinks: (links: string) => Promise<boolean>;
  readonly takeFile: (file: File) => Promise<boolean>;
  readonly takeDue: () => Promise<boolean>;
  readonly isBusy: boolean;
  /** The outcome of the last addition, when it must be reported. */
  readonly problem: string | undefined;
  /** What the user should know of an addition that worked. */
  readonly note: string | undefined;
  readonly rejected: readonly Rejected[];
}

/** Adds rows from links, files and due checks. The tool decides which are candidates, and which are the same video. */
export function useIntake(work: Work, setWork: Dispatch<SetStateAction<Work>>): Intake {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string>();
  const [rejected, setRejected] = useState<readonly Rejected[]>([]);

  const audit = async (rows: readonly NewRow[], asked: Asked): Promise<true> => {
    const allRows = [...work.rows, ...rows];
    const audited = await askEvidence('audit_browser_candidate_intake', {
      ...requestOf(asked),
      rows: allRows.map(candidateOf),
    });
    const merged = mergeRows(allRows, audited);
    setWork((current) => ({ ...current, asked, rows: keepChanges(work.rows, current.rows, merged) }));
    setRejected(audited.rejected.map(({ url, reason }) => ({ url, reason })));
    return true;
  };
  const take = async (read: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    setProblem(undefined);
    setNote(undefined);
    try {
      return await read();
    } catch (error) {
      setProblem(error instanceof Error && !isApiError(error) ? error.message : describeError(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    problem,
    note,
    rejected,
    takeLinks: (links) => take(() => audit(linksIn(links).map(rowOfLink), work.asked)),
    takeFile: (file) =>
      take(async () => {
        const { rows, asked, acceptsOtherDays } = await readWorkFile(file);
        const isAsked = Object.keys(requestOf(asked)).length > 0;
        if (rows.length === 0) throw new Error('The file has no videos.');
        await audit(rows, isAsked ? asked : work.asked);
        if (acceptsOtherDays) setWork((current) => ({ ...current, acceptsOtherDays }));
        return true;
      }),
    takeDue: () =>
      take(async () => {
        const input = { scope: 'mine-and-shared', includeLogs: true, includeTitles: true, limit: DUE_MAX } as const;
        const { items, total } = await call('deals.due_views', input);
        if (items.length === 0) {
          setNote('No checks are due.');
          return false;
        }
        await audit(items.map(rowOfDue), work.asked);
        if (total > items.length) setNote(`These are the first ${items.length} of ${total} that are due.`);
        return true;
      }),
  };
}

/** Keeps changes that the user made while the tool ran. */
function keepChanges(before: readonly Row[], now: readonly Row[], merged: readonly Row[]): readonly Row[] {
  return merged.flatMap((row) => {
    const isSame = ({ candidateId }: Row): boolean => candidateId === row.candidateId;
    const [old, current] = [before.find(isSame), now.find(isSame)];
    if (old === current) return [row];
    return current ? [current] : [];
  });
}

/** One link per word; other text around them is ignored. */
function linksIn(text: string): string[] {
  return text.split(/\s+/).filter((word) => word.includes('.'));
}

function rowOfLink(url: string): NewRow {
  return { url, foundVia: 'explicit_url', proofScreenshots: [] };
}

function rowOfDue({
  dealId,
  dealName,
  videoId,
  videoUrl,
  videoTitle = null,
  postDate,
  promoCode,
  logs = [],
}: Item<'deals.due_views'>): NewRow {
  return {
    url: videoUrl,
    foundVia: 'due_views',
    published: { date: postDate, source: 'operator' },
    proofScreenshots: [],
    known: {
      dealId,
      dealName,
      videoId,
      videoUrl,
      videoTitle,
      postDate,
      promoCode,
      logs: logs.map(({ id, value, checkedAt, screenshot }) => ({
        id,
        value,
        checkedAt,
        screenshot: screenshot && { screenshotId: screenshot.screenshotId },
      })),
    },
  };
}
