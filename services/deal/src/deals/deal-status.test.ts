import { describe, expect, test } from '@jest/globals';
import { assertTransition, DEAL_STATUSES, type DealStatus } from './deal-status.js';

const ALLOWED: ReadonlySet<string> = new Set([
  'draft → active',
  'draft → cancelled',
  'active → completed',
  'active → cancelled',
  'completed → active',
  'cancelled → draft',
]);

const PAIRS = DEAL_STATUSES.flatMap((from) => DEAL_STATUSES.map((to): [DealStatus, DealStatus] => [from, to]));

describe('the status of a deal', () => {
  test.each(PAIRS.filter(([from, to]) => from === to))('may stay %s (set to %s)', (from, to) => {
    expect(() => assertTransition(from, to)).not.toThrow();
  });

  test.each(PAIRS.filter(([from, to]) => ALLOWED.has(`${from} → ${to}`)))('may go from %s to %s', (from, to) => {
    expect(() => assertTransition(from, to)).not.toThrow();
  });

  test.each(PAIRS.filter(([from, to]) => from !== to && !ALLOWED.has(`${from} → ${to}`)))(
    'may not go from %s to %s',
    (from, to) => {
      expect(() => assertTransition(from, to)).toThrow(
        expect.objectContaining({ kind: 'wrong_state', code: 'INVALID_TRANSITION' }),
      );
    },
  );

  test('is refused with a list of the allowed statuses', () => {
    expect(() => assertTransition('draft', 'completed')).toThrow(
      'A deal that is draft cannot become completed, only active or cancelled.',
    );
    expect(() => assertTransition('completed', 'cancelled')).toThrow(
      'A deal that is completed cannot become cancelled, only active.',
    );
  });
});
