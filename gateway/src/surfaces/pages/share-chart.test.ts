import { expect, test } from '@jest/globals';
import { renderChart } from './share-chart.js';

const viewLogs = (name: string, values: readonly number[]) =>
  values.map((value, index) => ({ videoUrl: name, day: `2026-11-0${index + 1}`, value }));

const chartOf = (logs: ReturnType<typeof viewLogs>): string =>
  String(renderChart(logs, { isCut: false, target: undefined, nameOf: (url) => url }));

/** The names at the ends of the lines, from the top. */
const endsIn = (chart: string) =>
  [...chart.matchAll(/<text class="name[^"]*" x="[^"]+" y="([^"]+)"[^>]*>([^<]+)</g)].map(([, y, name = '']) => ({
    y: Number(y),
    name,
  }));

test('lines that end close to each other have their names apart, the total at the top', () => {
  const ends = endsIn(chartOf([...viewLogs('kites', [100, 1_000]), ...viewLogs('boats', [0, 0])]));

  expect(ends.map(({ name }) => name)).toEqual(['Total', 'kites', 'boats']);
  expect((ends[1]?.y ?? 0) - (ends[0]?.y ?? 0)).toBeGreaterThanOrEqual(22);
});

test('long names are cut so that they differ', () => {
  const titles = ['Spring launch, part 1', 'Spring launch, part 2', 'A review of the newest kites'];
  const ends = endsIn(chartOf(titles.flatMap((title, index) => viewLogs(title, [1, 1_000 - 300 * index]))));

  expect(ends.map(({ name }) => name)).toEqual(['Total', 'Spring…part 1', 'Spring…part 2', 'A review of t…']);
});

test('of many lines, the highest have their names at their ends, and each has it in its tooltip', () => {
  const titles = Array.from({ length: 12 }, (_each, index) => `Video ${index + 1}`);
  const chart = chartOf(titles.flatMap((title, index) => viewLogs(title, [1, 10_000 - 500 * index])));

  expect(endsIn(chart).map(({ name }) => name)).toEqual(['Total', ...titles.slice(0, 3)]);
  expect(chart).toContain('Only the highest lines are named.');
  expect(chart).toContain('<title>Video 12</title></path>');
});
