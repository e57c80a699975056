import { expect, test } from '@jest/globals';
import { renderChart } from './share-chart.js';

const viewLogs = (name: string, values: readonly number[]) =>
  values.map((value, index) => ({ videoUrl: name, day: `2026-11-0${index + 1}`, value }));

test('the number of a line that ends at the total is below both lines, and that of a lower line above it', () => {
  const logs = [...viewLogs('kites', [100, 1_000]), ...viewLogs('boats', [1, 2])];
  const chart = String(renderChart(logs, { isCut: false, target: undefined, nameOf: (url) => url }));
  const [, dot] = /<circle class="dot" cx="[^"]+" cy="([^"]+)"/.exec(chart) ?? [];
  const [kites = 0, boats = 0] = ['1', '2'].map((number) =>
    Number(new RegExp(`y="([^"]+)" text-anchor="end">${number}</text>`).exec(chart)?.[1]),
  );
  const lowest = Number(/<text x="[^"]+" y="([^"]+)" text-anchor="middle">/.exec(chart)?.[1]);

  expect(kites).toBeGreaterThan(Number(dot) + 12);
  expect(boats).toBeGreaterThan(kites);
  expect(boats).toBeLessThan(lowest - 22);
});
