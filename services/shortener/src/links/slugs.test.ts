import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { AppError } from '@svc/chassis/errors/app-error';
import { eventually } from '@svc/chassis/testing/eventually';
import { testUser } from '@svc/chassis/testing/test-service';
import * as fc from 'fast-check';
import type { ShortenerService, TestHosts } from '../testing/shortener-service.js';
import { freshSlug, startShortener } from '../testing/shortener-service.js';
import { isReserved, reservedWords } from './reserved-words.js';
import { newShortId } from './short-id.js';

let service: ShortenerService;
let hosts: TestHosts;
const user = testUser();

beforeAll(async () => {
  service = await startShortener();
  hosts = await service.openHosts();
});

afterAll(() => service?.stop());

/** Returns `taken` when the link was created, otherwise the error code; unexpected errors fail the test. */
async function take(slug: string, url = 'https://example.com/'): Promise<string> {
  try {
    await service.links(testUser()).createShortLink({ url, slug, tags: [], reuse: false });
    return 'taken';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const SLUG = /^[A-Za-z0-9][A-Za-z0-9_-]{2,63}$/;

test('every text is accepted as a slug, or refused for its form, as reserved or as taken; accepted ones open', async () => {
  const words = fc.constantFrom(...reservedWords());
  const slugs = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.string({ unit: 'grapheme', maxLength: 70 }),
    fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{1,66}$/),
    fc.tuple(words, fc.boolean()).map(([word, isUpper]) => (isUpper ? word.toUpperCase() : word)),
    fc.tuple(words, fc.constantFrom(' ', '/', '.', '\0', '-', '%20')).map(([word, end]) => word + end),
  );
  const seen = new Map<string, string>();

  await fc.assert(
    fc.asyncProperty(slugs, async (slug) => {
      const url = `https://example.com/${seen.size}`;
      const key = slug.toLowerCase();
      const expected = !SLUG.test(slug)
        ? 'invalid_slug'
        : isReserved(slug)
          ? 'reserved_slug'
          : seen.has(key)
            ? 'slug_taken'
            : 'taken';

      const outcome = await take(slug, url);

      expect(outcome).toBe(expected);
      if (outcome !== 'taken') return;
      seen.set(key, url);
      expect((await hosts.open(`/${slug}`)).headers.get('location')).toBe(url);
    }),
    { numRuns: 250 },
  );
});

test('every reserved word is refused, in any spelling', async () => {
  const outcomes = new Set<string>();
  for (const word of reservedWords()) {
    if (!SLUG.test(word)) continue;
    outcomes.add(await take(word));
    outcomes.add(await take(word.toUpperCase()));
  }

  expect([...outcomes]).toEqual(['reserved_slug']);
});

/** The same, retrying while the service is too busy. */
function takeAtLast(slug: string): Promise<string> {
  return eventually(async () => {
    const outcome = await take(slug);
    if (outcome === 'UNAVAILABLE') throw new Error('The service is too busy.');
    return outcome;
  }, 100_000);
}

test('of a thousand concurrent requests for one slug, exactly one succeeds', async () => {
  const slug = freshSlug();

  const outcomes = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => takeAtLast(index % 2 === 0 ? slug : slug.toUpperCase())),
  );

  expect(outcomes.filter((outcome) => outcome === 'taken')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['taken', 'slug_taken']));
  const { rows } = await service.pool.query(
    `select count(*)::int as count from shortener.links where lower(short_id) = $1`,
    [slug],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test('generated short ids are seven unambiguous characters, and differ', () => {
  const made = Array.from({ length: 5_000 }, newShortId);

  expect(new Set(made).size).toBe(made.length);
  for (const shortId of made) expect(shortId).toMatch(/^[1-9A-HJ-NP-Za-km-z]{7}$/);
});

test('with reuse, concurrent requests get the same link', async () => {
  const links = service.links(user);
  const url = `https://example.com/${freshSlug()}`;
  const request = { url, tags: [], reuse: true };

  const answers = await Promise.all(Array.from({ length: 30 }, () => links.createShortLink(request)));

  expect(new Set(answers.map(({ link }) => link?.id)).size).toBe(1);
  expect(answers.filter(({ created }) => created)).toHaveLength(1);
});

test('reuse returns only a working link of the same creator', async () => {
  const links = service.links(user);
  const url = `https://example.com/${freshSlug()}`;
  const reuse = async (as = user) => (await service.links(as).createShortLink({ url, tags: [], reuse: true })).link!.id;

  const first = await reuse();
  const ofStranger = await reuse(testUser());
  await links.updateShortLink({ linkId: first, updateMask: ['is_active'], isActive: false, tags: [] });
  const second = await reuse();
  await links.deleteShortLink({ linkId: second });
  const third = await reuse();
  await links.updateShortLink({ linkId: third, updateMask: ['url'], url: 'https://example.com/elsewhere', tags: [] });
  const fourth = await reuse();

  expect(new Set([first, ofStranger, second, third, fourth]).size).toBe(5);
  expect(await reuse()).toBe(fourth);
});

test('reuse with a slug returns only the link with that slug, and otherwise creates one', async () => {
  const links = service.links(user);
  const [url, slug] = [`https://example.com/${freshSlug()}`, freshSlug()];
  const request = { url, tags: [], reuse: true };
  await links.createShortLink(request);

  const named = await links.createShortLink({ ...request, slug });
  const again = await links.createShortLink({ ...request, slug: slug.toUpperCase() });

  expect(named).toMatchObject({ created: true, link: { shortId: slug } });
  expect(again).toMatchObject({ created: false, link: { shortId: slug } });
});
