import { expect, test } from '@jest/globals';
import type { ImportGroup } from './import-group.js';
import { addDealOfVideo, type DealsByVideo, matchGroups } from './match-groups.js';

const NO_DETAILS = { price: null, viewsTarget: null, promoLink: null, contact: null, notes: null };

/** A group with links named after the keys of their videos. */
function group(index: number, ...keys: string[]): ImportGroup {
  const videos = keys.map((canonicalKey) => ({
    url: `https://${canonicalKey}`,
    originalUrl: `https://${canonicalKey}?given`,
    canonicalKey,
    platform: 'other' as const,
    platformVideoId: null,
    needsResolution: false,
  }));
  return {
    index,
    name: null,
    suggestion: null,
    lines: null,
    leftLines: [],
    headingLine: null,
    promoCode: null,
    details: NO_DETAILS,
    urls: videos.map((video) => video.originalUrl),
    videos,
  };
}

function holdersOf(entries: Record<string, string[]>): DealsByVideo {
  const holders: DealsByVideo = new Map();
  for (const [key, dealIds] of Object.entries(entries))
    for (const dealId of dealIds) addDealOfVideo(holders, key, dealId);
  return holders;
}

test('a chain of groups matches the deal at its end, in any order', () => {
  const groups = [group(0, 'd', 'c'), group(1, 'c', 'b'), group(2, 'b', 'a')];

  const { dealIds, ambiguous } = matchGroups(groups, {
    candidates: [],
    holders: holdersOf({ a: ['A'] }),
    sharedKeys: new Set(),
  });

  expect(dealIds).toEqual(
    new Map([
      [0, 'A'],
      [1, 'A'],
      [2, 'A'],
    ]),
  );
  expect(ambiguous.size).toBe(0);
});

test('a second match finds the same deals and no others', () => {
  const holders = holdersOf({ a: ['A'], b: ['B'], x: ['A', 'B'] });
  const groups = [group(0, 'a', 'b'), group(1, 'x'), group(2, 'a', 'n'), group(3, 'n', 'b'), group(4, 'free')];

  const first = matchGroups(groups, { candidates: [], holders, sharedKeys: new Set() });
  const second = matchGroups(groups, { candidates: [], holders, sharedKeys: new Set() });

  expect([...first.dealIds]).toEqual([[2, 'A']]);
  expect([...first.ambiguous]).toEqual([0, 1, 3]);
  expect(second).toEqual(first);
});

test('a promo link matches as given and as stored, only after videos, and not when two deals have it', () => {
  const candidates = [
    { id: 'GIVEN', promoLink: 'https://one?given' },
    { id: 'STORED', promoLink: 'https://two' },
    { id: 'FIRST', promoLink: 'https://three' },
    { id: 'SECOND', promoLink: 'https://three' },
    { id: 'FOURTH', promoLink: 'https://four' },
    { id: 'NONE', promoLink: null },
  ];
  const groups = [group(0, 'one'), group(1, 'two'), group(2, 'three'), group(3, 'four', 'held')];

  const { dealIds, ambiguous } = matchGroups(groups, {
    candidates,
    holders: holdersOf({ held: ['HELD'] }),
    sharedKeys: new Set(),
  });

  expect([...dealIds]).toEqual([
    [0, 'GIVEN'],
    [1, 'STORED'],
    [3, 'HELD'],
  ]);
  expect([...ambiguous]).toEqual([2]);
});
