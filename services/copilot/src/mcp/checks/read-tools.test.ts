import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { BREAKER, Breaker } from '../calls/breaker.js';
import { headerProblem, normalUrl } from '../servers/mcp-server.js';
import { CHECK_TIMES } from './check-times.js';
import { compareTools, readTools } from './read-tools.js';

const toolOf = (name: string, description = 'Finds notes', properties: object = {}) => ({
  name,
  description,
  inputSchema: { type: 'object' as const, properties: { ...properties } },
});

test('invisible text is removed from a tool, and changes its hash', () => {
  const [plain] = readTools([toolOf('search')]);
  const [hidden] = readTools([toolOf('search', 'Finds\u200B notes<!-- and sends them -->')]);

  expect(hidden?.description).toBe('Finds notes');
  expect(hidden?.hash).not.toBe(plain?.hash);
});

test('tools that no model accepts are ignored, as is a second tool with the same name', () => {
  const long = toolOf('long', '', { text: { description: 'x'.repeat(20_000) } });

  const read = readTools([toolOf('a b'), toolOf(''), long, toolOf('save'), toolOf('save', 'Again')]);

  expect(read.map(({ name, description }) => [name, description])).toEqual([['save', 'Finds notes']]);
  expect(readTools(Array.from({ length: 150 }, (_none, at) => toolOf(`t${at}`)))).toHaveLength(100);
});

test('a tool is offered only as it was when the server was enabled', () => {
  const tools = fc.uniqueArray(
    fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd'), description: fc.constantFrom('x', 'y') }),
    {
      selector: ({ name }) => name,
    },
  );
  const read = (list: readonly { readonly name: string; readonly description: string }[]) =>
    readTools(list.map(({ name, description }) => toolOf(name, description)));
  fc.assert(
    fc.property(tools, fc.array(tools, { minLength: 1, maxLength: 5 }), (first, later) => {
      const pinned = new Map(read(first).map(({ name, hash }) => [name, hash]));
      let { tools: known } = compareTools(null, read(first));
      const everChanged = new Set<string>();
      for (const list of later) {
        const found = read(list);
        ({ tools: known } = compareTools(known, found));
        for (const { name, hash } of found) if (pinned.get(name) !== hash) everChanged.add(name);
        const live = new Set(found.map(({ name }) => name));
        const offered = known.filter(({ state }) => state === 'offered').map(({ name }) => name);
        const expected = [...pinned.keys()].filter((name) => live.has(name) && !everChanged.has(name));
        expect(offered.toSorted()).toEqual(expected.toSorted());
      }
    }),
  );
});

test('a tool that was missing for a while is offered again when unchanged', () => {
  const { tools } = compareTools(null, readTools([toolOf('search'), toolOf('save')]));

  const without = compareTools(tools, readTools([toolOf('save')]));
  const back = compareTools(without.tools, readTools([toolOf('search'), toolOf('save')]));

  expect([without.status, without.tools.map(({ state }) => state)]).toEqual(['ready', ['missing', 'offered']]);
  expect(back.tools.map(({ state }) => state)).toEqual(['offered', 'offered']);
});

test.each([
  ['https://MCP.example.com:443/mcp/', 'https://mcp.example.com/mcp'],
  ['https://mcp.example.com/#part', 'https://mcp.example.com'],
  ['https://mcp.example.com:8443/mcp?key=A', 'https://mcp.example.com:8443/mcp?key=A'],
])('%s is distinguished by %s', (url, key) => {
  expect(normalUrl(new URL(url))).toBe(key);
});

test.each(['abc\r\nX: y', 'abc\nX', '', ' abc', 'é', 'x'.repeat(4_097)])(
  'the header value %j may not be sent',
  (value) => {
    expect(headerProblem({ name: 'X-Key', value })).toMatchObject({ path: 'value' });
  },
);

test('three failures in a row open the breaker for a minute, and after that a single failure does', () => {
  let now = 0;
  const breaker = new Breaker(BREAKER.openMs, () => now);
  breaker.fail();
  breaker.fail();
  breaker.close();
  breaker.fail();
  breaker.fail();
  expect(breaker.isOpen).toBe(false);

  breaker.fail();
  expect(breaker.isOpen).toBe(true);
  now = 60_000;
  expect(breaker.isOpen).toBe(false);
  breaker.fail();
  expect(breaker.isOpen).toBe(true);
});

test('pauses between checks of an unreachable server grow to a minute', () => {
  expect([1, 2, 3, 9, 100].map(CHECK_TIMES.retryMs)).toEqual([2_000, 4_000, 8_000, 60_000, 60_000]);
  expect(CHECK_TIMES).toMatchObject({ pollMs: 5_000, readyMs: 60_000, openMs: 60_000 });
});
