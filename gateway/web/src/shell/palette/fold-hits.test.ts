import { expect, test } from '@jest/globals';
import { foldHits, type Hit } from './fold-hits.js';

const hit = (type: Hit['type'], title: string, url: string): Hit => ({ type, title, snippet: `about ${title}`, url });

test("a deal's view counts join the line of the deal, wherever that was found", () => {
  const hits = [
    hit('view_logs', 'Kiteline', '/deals/1'),
    hit('deals', 'Kiteline', '/deals/1'),
    hit('view_logs', 'Kiteline', '/deals/1'),
  ];
  expect(foldHits(hits)).toEqual([{ ...hits[1], count: 1 }]);
});

test('view counts of a deal that does not match make one line, which leads to them', () => {
  const hits = [
    hit('view_logs', 'Kiteline', '/deals/1'),
    hit('view_logs', 'Northwind', '/deals/2'),
    hit('view_logs', 'Kiteline', '/deals/1'),
  ];
  expect(foldHits(hits)).toEqual([
    { ...hits[0], snippet: '', url: '/deals/1?tab=views', count: 2 },
    { ...hits[1], url: '/deals/2?tab=views', count: 1 },
  ]);
});

test("agents' memories come after records, which keep their order", () => {
  const hits = [
    hit('memory', 'Kite prefers mornings', '/agents'),
    hit('contacts', 'Kite Otis', '/contacts/1'),
    hit('short_links', 'kite', '/links/1'),
    hit('short_links', 'kites', '/links/2'),
  ];
  expect(foldHits(hits).map(({ title }) => title)).toEqual(['Kite Otis', 'kite', 'kites', 'Kite prefers mornings']);
});
