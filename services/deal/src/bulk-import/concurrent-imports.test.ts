import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { testUser } from '@svc/chassis/testing/test-service';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import { importLinks, listAll } from '../testing/imports.js';
import { changeRequest, createDeal, getDeal, newVideoUrl } from '../testing/records.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

function urls(count: number): string[] {
  return Array.from({ length: count }, newVideoUrl);
}

test('the same import sent ten times at once has the effect of one', async () => {
  const owner = testUser();
  const known = await createDeal(service, owner, { promoCode: 'KNOWN' });
  const [a, b, c] = [urls(5), urls(5), urls(5)];
  const groups = [
    { urls: a, promoCode: 'KNOWN' },
    { urls: b, promoCode: 'NEW' },
    { urls: [...c, a[0]!] },
    { urls: urls(1) },
  ];

  const answers = await Promise.all(Array.from({ length: 10 }, () => importLinks(service, owner, groups)));

  const all = await listAll(service, owner);
  expect(all.map(({ deal, urls: stored }) => [deal.promoCode, deal.videoCount, stored])).toEqual([
    ['KNOWN', 10, [...a, ...c].sort()],
    ['NEW', 5, b.toSorted()],
  ]);
  expect(all[0]?.deal.id).toBe(known.id);
  const sum = (name: 'videosAdded' | 'dealsCreated') =>
    answers.reduce((total, { summary }) => total + (summary?.[name] ?? 0), 0);
  expect([sum('videosAdded'), sum('dealsCreated')]).toEqual([15, 1]);
});

test('different imports with one new promo code create one deal with all their videos', async () => {
  const owner = testUser();
  const imports = Array.from({ length: 10 }, () => urls(2));

  const answers = await Promise.all(
    imports.map((links) => importLinks(service, owner, [{ urls: links, promoCode: 'TOGETHER' }])),
  );

  expect(new Set(answers.map(({ deals }) => deals[0]?.dealId)).size).toBe(1);
  expect(await listAll(service, owner)).toMatchObject([{ urls: imports.flat().sort() }]);
});

test('deals created and changed by hand during imports never lead to two deals with one code', async () => {
  const owner = testUser();
  const moved = await createDeal(service, owner, { promoCode: 'BEFORE' });
  const byHand = [
    ...Array.from({ length: 5 }, () => createDeal(service, owner, { promoCode: 'HAND' })),
    service.as(owner).deals.updateDeal(changeRequest(moved.id, { promoCode: 'HAND' })),
  ];
  const links = Array.from({ length: 5 }, () => urls(3));
  const byImport = links.map((each) => importLinks(service, owner, [{ urls: each, promoCode: 'hand' }]));

  const answers = await Promise.allSettled([...byHand, ...byImport]);

  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  for (const reason of refused) expect(reason).toMatchObject({ code: 'PROMO_CODE_IN_USE' });
  expect(answers.slice(byHand.length).every(({ status }) => status === 'fulfilled')).toBe(true);
  const withCode = (await listAll(service, owner)).filter(({ deal }) => deal.promoCode?.toLowerCase() === 'hand');
  expect(withCode.map(({ urls: stored }) => stored)).toEqual([links.flat().sort()]);
});

test('an import into a deal that is completed or deleted at the same time changes nothing in it', async () => {
  const owner = testUser();
  for (let round = 0; round < 10; round += 1) {
    const promoCode = `GONE${round}`;
    const [first, second] = [urls(1), urls(1)];
    const deal = await createDeal(service, owner, { promoCode });
    const { deals } = service.as(owner);

    const [answer] = await Promise.all([
      importLinks(service, owner, [{ urls: [...first, ...second], promoCode }]),
      round % 2 === 0
        ? deals.deleteDeal({ dealId: deal.id })
        : deals.updateDeal(changeRequest(deal.id, { status: 'completed' })),
    ]);

    const { dealId } = answer.deals[0]!;
    if (dealId !== deal.id) expect(await getDeal(service, owner, dealId)).toMatchObject({ videoCount: 2, promoCode });
  }
});

test('the imports of one owner hold at most one connection, so that other owners do not wait', async () => {
  const [busy, other] = [testUser(), testUser()];
  const blocker = await service.pool.connect();
  const deal = await createDeal(service, busy, { promoCode: 'BUSY' });
  await blocker.control('begin');
  await blocker.query(`select id from deal.deals where id = $1 for update`, [deal.id]);
  const inUse = () => service.pool.usage().total - service.pool.usage().idle;

  const waiting = Array.from({ length: 10 }, () =>
    importLinks(service, busy, [{ urls: [newVideoUrl()], promoCode: 'BUSY' }]),
  );
  await importLinks(service, other, [{ urls: [newVideoUrl()], promoCode: 'FREE' }]);
  const inUseMeanwhile = inUse();
  await blocker.control('rollback');
  blocker.release();
  await Promise.all(waiting);

  expect(inUseMeanwhile).toBeLessThanOrEqual(2);
  expect(await getDeal(service, busy, deal.id)).toMatchObject({ videoCount: 10 });
});

test('2000 links in 500 groups take as many statements as a few links', async () => {
  const owner = testUser();
  const groups = (groupCount: number, linkCount: number) =>
    Array.from({ length: groupCount }, (_, index) => ({
      urls: urls(linkCount),
      ...(index % 5 === 0 ? {} : { promoCode: `GROUP${index}` }),
    }));
  const measure = async (collections: ReturnType<typeof groups>) => {
    const before = service.pool.statementCount();
    const answer = await importLinks(service, owner, collections);
    return { answer, statements: service.pool.statementCount() - before };
  };

  const few = await measure(groups(5, 4));
  const many = await measure(groups(500, 4));
  const again = await measure([{ urls: urls(2_000), promoCode: 'ONE' }]);

  expect(many.answer.summary).toMatchObject({
    groups: 500,
    videosAdded: 1_600,
    dealsCreated: 396,
    needsPromoCode: 100,
  });
  expect([many.statements, again.statements]).toEqual([few.statements, few.statements]);
});
