import { expect, test } from '@jest/globals';
import { lineMark } from './chart-marks.js';

test('twenty lines are all different, and neighbors in color and dash', () => {
  const marks = Array.from({ length: 20 }, (_each, place) => lineMark(place));

  expect(new Set(marks.map(({ stroke, dash }) => `${stroke} ${dash}`)).size).toBe(20);
  for (const [place, mark] of marks.slice(1).entries()) {
    expect([mark.stroke, mark.dash]).not.toEqual([marks[place]?.stroke, marks[place]?.dash]);
    expect(mark.stroke).not.toBe(marks[place]?.stroke);
  }
});
