import { expect, test } from '@jest/globals';
import type { RowState } from '../record-views/row-state.js';
import { type DuePage, dueRows, type DueView, recordedRows } from './due-rows.js';

const due = (videoId: string, dueDate: string): DueView => ({ videoId, dueDate }) as DueView;
const page = (items: readonly DueView[], recorded: readonly DueView[] = []): DuePage =>
  ({ items, recorded, total: items.length, addedBefore: 0 }) as unknown as DuePage;

const FIRST = due('b', '2026-11-01');
const SECOND = due('a', '2026-11-02');
const THIRD = due('c', '2026-11-02');

test('recorded rows keep their places in a list that no longer has them', () => {
  expect(dueRows([page([THIRD], [FIRST, SECOND])])).toEqual([FIRST, SECOND, THIRD]);
});

test('a recorded row that is still listed shows once, as it was read', () => {
  const later = due('b', '2026-11-03');

  expect(dueRows([page([SECOND, later], [FIRST])])).toEqual([SECOND, later]);
});

test('only rows whose counts are recorded or on their way are kept', () => {
  const states: Readonly<Record<string, RowState>> = {
    a: { text: '12', status: 'sending' },
    b: { text: '12', status: 'open', log: {} as NonNullable<RowState['log']> },
  };
  const stateOf = (videoId: string): RowState => states[videoId] ?? { text: '12', status: 'open' };

  expect(recordedRows([page([SECOND, THIRD], [FIRST])], stateOf)).toEqual([FIRST, SECOND]);
});
