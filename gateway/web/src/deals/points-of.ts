import type { DayValue } from '@svc/web/shared/line-chart';
import type { Output } from '../api/operations.js';

/** Points of a series as charts have them. */
export function pointsOf(points: Output<'deals.view_series'>['sum']): DayValue[] {
  return points.map(({ date, value }) => ({ day: date, value }));
}
