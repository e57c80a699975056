import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { layOutLines, spreadLabels, sumByDay } from './line-chart.js';

const FIRST = [
  { day: '2026-01-01', value: 10 },
  { day: '2026-01-05', value: 40 },
];
const SECOND = [{ day: '2026-01-03', value: 100 }];

test('between its values, each series counts with its previous value', () => {
  expect(sumByDay([FIRST, SECOND])).toEqual([
    { day: '2026-01-01', value: 10 },
    { day: '2026-01-03', value: 110 },
    { day: '2026-01-05', value: 140 },
  ]);
});

test('lines go from the first day at the left to the last at the right, on one scale from zero', () => {
  const chart = layOutLines([FIRST, SECOND], { width: 400, height: 200 });

  expect(chart.lines[0]?.path).toMatch(/^M[\d.]+,[\d.]+L[\d.]+,[\d.]+$/);
  expect([chart.xOf('2026-01-01'), chart.xOf('2026-01-05')]).toEqual([chart.left, chart.right]);
  expect(chart.yOf(0)).toBe(chart.bottom);
  expect(chart.lines[0]?.end).toEqual({ x: chart.right, y: chart.yOf(40) });
  expect(chart.valueTicks.map(({ value }) => value)).toContain(100);
  expect(new Set(chart.dayTicks.map(({ day }) => day)).size).toBe(chart.dayTicks.length);
});

test('the number of labeled days is limited, so that labels do not overlap on a phone', () => {
  const days = Array.from({ length: 28 }, (_none, place) => `2026-02-${String(place + 1).padStart(2, '0')}`);
  const { dayTicks } = layOutLines([days.map((day) => ({ day, value: 1 }))], { width: 400, height: 200 });

  expect(dayTicks.length).toBeGreaterThan(2);
  expect(dayTicks.length).toBeLessThanOrEqual(5);
});

test('the step to a value that still grows is apart from the rest of the line', () => {
  const series = [...FIRST, { day: '2026-01-09', value: 5 }];
  const [open] = layOutLines([series], { width: 400, height: 200, isLastOpen: true }).lines;
  const [whole] = layOutLines([series], { width: 400, height: 200 }).lines;

  expect([open?.path, open?.openPath].map((path) => path?.match(/[ML]/g)?.length)).toEqual([2, 2]);
  expect(`${open?.path}${open?.openPath.replace(/^M[\d.,]+/, '')}`).toBe(whole?.path);
  expect([whole?.openPath, open?.end]).toEqual(['', whole?.end]);
  expect(layOutLines([SECOND], { width: 400, height: 200, isLastOpen: true }).lines[0]?.openPath).toBe('');
});

test('the scale includes a value that is far from all lines', () => {
  const { yOf } = layOutLines([FIRST], { width: 400, height: 200, values: [1_000] });

  expect(yOf(1_000)).toBeGreaterThanOrEqual(0);
});

test.each([[[]], [[[]]], [[[{ day: '2026-01-01', value: 0 }]]]])(
  '%j is drawn without a number that is none',
  (series) => {
    expect(JSON.stringify(layOutLines(series, { width: 400, height: 200 }))).not.toMatch(/NaN|null,/);
  },
);

test('labels that do not overlap are not moved', () => {
  expect(spreadLabels([200, 20, 100], 13, 10, 210)).toEqual([200, 20, 100]);
});

test('labels never overlap, keep their order, and stay in the chart', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 10, max: 210 }), { minLength: 1, maxLength: 20 }), (places) => {
      const spread = spreadLabels(places, 13, 10, 210);
      const step = Math.min(13, 200 / Math.max(1, places.length - 1));
      const sorted = spread.toSorted((one, other) => one - other);
      for (const [index, y] of sorted.slice(1).entries()) {
        expect(y - (sorted[index] ?? 0)).toBeGreaterThanOrEqual(step - 1e-6);
      }
      expect(Math.min(...spread)).toBeGreaterThanOrEqual(10 - 1e-6);
      expect(Math.max(...spread)).toBeLessThanOrEqual(210 + 1e-6);
      for (const [one, y] of places.entries()) {
        for (const [other, otherY] of places.entries()) {
          if (y < otherY) expect(spread[one]).toBeLessThanOrEqual((spread[other] ?? 0) + 1e-6);
        }
      }
    }),
  );
});
