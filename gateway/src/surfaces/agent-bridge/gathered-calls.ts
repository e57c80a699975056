import type { ToolCall } from '@svc/proto/identity/v1/tool_call_service';
import { v7 as newId } from 'uuid';

/** Most records of one agent that gather; identity takes one more at once, for those that were not written down. */
const CALLS_MAX = 99;

/** Operation of a record that represents several calls. */
const NOT_WRITTEN_DOWN = 'calls.not_written_down';

/** What gathers of one agent until it is reported. */
export interface GatheredCalls {
  add(record: ToolCall): void;
  /** What to report; where there was no room for all, the last one says how many are missing. */
  records(): ToolCall[];
}

/**
 * Gathers records, as many as fit. Where more come, those go first of which there are others: failures of the same kind, then reads;
 * what changed something goes last. How many went is told. `missing` were lost before.
 */
export function gatherCalls(missing = 0): GatheredCalls {
  const records: ToolCall[] = [];
  let notWrittenDown = missing;
  return {
    add(record) {
      if (records.length < CALLS_MAX) {
        records.push(record);
        return;
      }
      notWrittenDown += 1;
      const index = expendable([...records, record]);
      if (index === CALLS_MAX) return;
      records.splice(index, 1);
      records.push(record);
    },
    records() {
      const [newest] = records.slice(-1);
      return notWrittenDown === 0 || !newest ? records : [...records, recordForOthers(newest, notWrittenDown)];
    },
  };
}

/** How many calls only these records count: services report changes themselves, and a record for several calls counts for all of them. */
export function countLost(records: readonly ToolCall[]): number {
  return records.reduce((sum, record) => sum + (record.notWrittenDown ?? (isChange(record) ? 0 : 1)), 0);
}

function isChange({ tier, status }: ToolCall): boolean {
  return tier > 0 && status === 'ok';
}

/** The place of the record that says the least beside the others: the last of its kind, of which there are most. */
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

/** The lower, the sooner it goes: repeated failures, repeated reads, single ones of both, and changes last. */
function rankOf(record: ToolCall | undefined, count: number): number {
  if (!record || isChange(record)) return 4;
  return (count > 1 ? 0 : 2) + (record.status === 'ok' ? 1 : 0);
}

function recordForOthers({ userId, connectionId, surface }: ToolCall, notWrittenDown: number): ToolCall {
  const id = newId();
  return {
    id,
    userId,
    connectionId,
    operation: NOT_WRITTEN_DOWN,
    tier: 0,
    requestId: id,
    surface,
    status: 'failed',
    httpStatus: 0,
    durationMs: 0,
    handlesJson: '{}',
    replayed: false,
    at: new Date(),
    notWrittenDown,
  };
}
