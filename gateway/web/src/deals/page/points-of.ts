import type { DayValue } from '@svc/web/shared/line-chart';
import type { Output } from '../../api/operations.js';

/** The points of a series for charts. */
export function pointsOf(points: Output<'deals.view_series'>['sum']): DayValue[] {
  return points.map(({ date, value }) => ({ day: date, value }));
}
