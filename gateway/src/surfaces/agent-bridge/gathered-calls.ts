import type { ToolCall } from '@svc/proto/identity/v1/tool_call_service';
import { v7 as newId } from 'uuid';

/** Maximum records batched for one agent; identity accepts one more, which counts the lost ones. */
const CALLS_MAX = 99;

/** Operation of a record that represents several calls. */
const UNRECORDED = 'calls.not_written_down';

/** Records of one agent, waiting to be reported. */
export interface GatheredCalls {
  add(record: ToolCall): void;
  /** The report; if records were dropped, its last record has their number. */
  records(): ToolCall[];
}

/**
 * Batches records up to a maximum. A full batch drops repeated failures first, then reads, and changes last, and reports how many it dropped.
 * `missing` is the number lost earlier.
 */
export function gatherCalls(missing = 0): GatheredCalls {
  const records: ToolCall[] = [];
  let unrecorded = missing;
  return {
    add(record) {
      if (records.length < CALLS_MAX) {
        records.push(record);
        return;
      }
      unrecorded += 1;
      const index = expendable([...records, record]);
      if (index === CALLS_MAX) return;
      records.splice(index, 1);
      records.push(record);
    },
    records() {
      const [newest] = records.slice(-1);
      return unrecorded === 0 || !newest ? records : [...records, recordForOthers(newest, unrecorded)];
    },
  };
}

/** Number of calls without a record elsewhere: services report changes themselves, and a combined record represents all of its calls. */
export function countLost(records: readonly ToolCall[]): number {
  return records.reduce((sum, record) => sum + (record.notWrittenDown ?? (isChange(record) ? 0 : 1)), 0);
}

function isChange({ tier, status }: ToolCall): boolean {
  return tier > 0 && status === 'ok';
}

/** Index of the least informative record: the last one of the lowest-ranked, then largest, kind. */
function expendable(records: readonly ToolCall[]): number {
  const kinds = Map.groupBy(records.keys(), (index) => kindOf(records[index]));
  const [least] = [...kinds.values()]
    .map((places) => ({ places, rank: rankOf(records[places[0] ?? 0], places.length) }))
    .toSorted((left, right) => left.rank - right.rank || right.places.length - left.places.length);
  return least?.places.at(-1) ?? records.length - 1;
}

function kindOf(record: ToolCall | undefined): string {
  return JSON.stringify([record?.operation, record?.status, record?.code]);
}

/** Rank of a kind; the lowest is dropped first: repeated failures, repeated reads, single failures, single reads, changes. */
function rankOf(record: ToolCall | undefined, count: number): number {
  if (!record || isChange(record)) return 4;
  return (count > 1 ? 0 : 2) + (record.status === 'ok' ? 1 : 0);
}

function recordForOthers({ userId, connectionId, surface }: ToolCall, unrecorded: number): ToolCall {
  const id = newId();
  return {
    id,
    userId,
    connectionId,
    operation: UNRECORDED,
    tier: 0,
    requestId: id,
    surface,
    status: 'failed',
    httpStatus: 0,
    durationMs: 0,
    handlesJson: '{}',
    replayed: false,
    at: new Date(),
    notWrittenDown: unrecorded,
  };
}
