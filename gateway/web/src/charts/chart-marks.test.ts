import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { lineMark, spreadLabels } from './chart-marks.js';

test('twenty lines are all different, and neighbors in color and dash', () => {
  const marks = Array.from({ length: 20 }, (_each, place) => lineMark(place));

  expect(new Set(marks.map(({ stroke, dash }) => `${stroke} ${dash}`)).size).toBe(20);
  for (const [place, mark] of marks.slice(1).entries()) {
    expect([mark.stroke, mark.dash]).not.toEqual([marks[place]?.stroke, marks[place]?.dash]);
    expect(mark.stroke).not.toBe(marks[place]?.stroke);
  }
});

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
