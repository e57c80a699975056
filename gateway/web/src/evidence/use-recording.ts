import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import { describeError, isApiError } from '../api/api-error.js';
import { call } from '../api/call.js';
import type { Input, Output } from '../api/operations.js';
import { refreshAfter } from '../api/queries.js';
import { randomKey } from '../api/random-key.js';
import type { ProposedCall } from './evidence-types.js';
import { applyImport, isSameCall } from './recorded-calls.js';
import type { SentCall, Work } from './work.js';

export type ViewCount = Output<'deals.add_view_log'>;

/** A call that the report proposes, with its candidates. */
export interface Proposal extends ProposedCall {
  readonly candidateIds: readonly string[];
}

export interface Recording {
  readonly record: (proposals: readonly Proposal[]) => Promise<void>;
  readonly isBusy: boolean;
  /** The calls recorded since the page was opened. */
  readonly viewCounts: readonly ViewCount[];
  /** Why the last call for a row was refused, by candidate. */
  readonly refusalOf: (candidateId: string) => string | undefined;
}

/** Makes the calls that the user confirmed. Recorded rows are removed; refused ones stay. */
export function useRecording(work: Work, setWork: Dispatch<SetStateAction<Work>>): Recording {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [viewCounts, setViewCounts] = useState<readonly ViewCount[]>([]);
  const [refusals, setRefusals] = useState<Readonly<Record<string, string>>>({});

  const send = async (sent: SentCall, { candidateIds }: Proposal): Promise<void> => {
    const { operation, key } = sent;
    if (operation === 'deals.add_view_log') {
      const viewCount = await call(operation, sent.arguments as Input<typeof operation>, { key });
      setViewCounts((before) => [viewCount, ...before]);
      setWork((now) => ({ ...now, rows: now.rows.filter((row) => !candidateIds.includes(row.candidateId)) }));
    } else {
      const answer = await call(operation, sent.arguments as Input<typeof operation>, { key });
      setWork((now) => applyImport(now, candidateIds, answer).work);
      setRefusals((before) => ({ ...before, ...applyImport(work, candidateIds, answer).refusals }));
    }
    refreshAfter(queries, operation);
  };
  const recordOne = async (proposal: Proposal): Promise<void> => {
    const { candidateIds, operation } = proposal;
    const before = work.sent.find((each) => isSameCall(each, proposal));
    const sent = before ?? { operation, arguments: proposal.arguments, key: randomKey() };
    const others = (now: Work): readonly SentCall[] => now.sent.filter((each) => !isSameCall(each, proposal));
    setWork((now) => ({ ...now, sent: [...others(now), sent] }));
    setRefusals((all) => Object.fromEntries(Object.entries(all).filter(([id]) => !candidateIds.includes(id))));
    try {
      await send(sent, proposal);
      setWork((now) => ({ ...now, sent: others(now) }));
    } catch (error) {
      // A refused call gets a new key; any other keeps its key, because it may have been recorded.
      if (isApiError(error) && error.isRefusal) setWork((now) => ({ ...now, sent: others(now) }));
      const reason = describeError(error);
      setRefusals((all) => ({ ...all, ...Object.fromEntries(candidateIds.map((id) => [id, reason])) }));
    }
  };
  const record = async (proposals: readonly Proposal[]): Promise<void> => {
    setBusy(true);
    try {
      for (const proposal of proposals) await recordOne(proposal);
    } finally {
      setBusy(false);
    }
  };
  return { record, isBusy, viewCounts, refusalOf: (candidateId) => refusals[candidateId] };
}
