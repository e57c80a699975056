import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { sharedStack } from '../../shared-stack.ts';
import type { Session } from '../../stack.ts';
import type { AnswerOf, ErrorAnswer } from '../answers.ts';
import { createLink, type Link, twoPixels, visit } from './short-link-visits.ts';

const stack = await sharedStack();

type Share = AnswerOf<'external_shares.create'>;

const tokenOf = ({ url }: Share): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** Creates an account with a short link, a photo and an externally shared deal; `expectStatuses` checks the status that a visitor gets for each. */
async function openToAll() {
  const owner = await stack.signUp();
  const link = await createLink(owner);
  const image = twoPixels().toString('base64');
  const { body: photo } = await owner.post<Link>('/api/shorten/photos', { image });
  const { body: deal } = await owner.post<{ id: string }>('/api/deals', { name: 'Spring' });
  const request = { entityType: 'deal', entityId: deal.id };
  const { body: share } = await owner.post<Share>('/api/shares/external', request);
  const statuses = async () => {
    const visits = [link.shortUrl, photo.shortUrl, `${photo.shortUrl}/raw`].map((url) => visit(url));
    const opening = stack.anyone.post(`/api/public/shares/${tokenOf(share)}/open`, {});
    return (await Promise.all([...visits, opening])).map(({ status }) => status);
  };
  const expectStatuses = (...expected: number[]) => eventually(async () => expect(await statuses()).toEqual(expected));
  return { owner, link, photo, share, expectStatuses };
}

const switchLink = (admin: Session, shortId: string, disabled: boolean) =>
  admin.patch<AnswerOf<'admin.switch_short_link'>>(`/api/admin/short-links/${shortId}`, { disabled });

const switchShare = (admin: Session, token: string, disabled: boolean) =>
  admin.patch<AnswerOf<'admin.switch_external_share'>>(`/api/admin/external-shares/${token}`, { disabled });

test("a disabled account's link, photo and shared record open nothing until it is enabled", async () => {
  const [admin, { owner, photo, expectStatuses }] = [await stack.signInAsAdmin(), await openToAll()];
  await expectStatuses(302, 200, 200, 200);
  const disable = (disabled: boolean) => admin.patch(`/api/admin/users/${owner.userId}`, { disabled });

  expect((await disable(true)).status).toBe(200);
  await expectStatuses(410, 410, 410, 410);
  expect((await switchLink(admin, photo.shortId, true)).body).toMatchObject({
    ownerId: owner.userId,
    disabled: true,
    disabledWithAccount: true,
  });
  expect((await disable(false)).status).toBe(200);

  await expectStatuses(302, 410, 410, 200);
});

test('an administrator disables single links and shares, and their owner cannot enable them', async () => {
  const [admin, { owner, link, photo, share, expectStatuses }] = [await stack.signInAsAdmin(), await openToAll()];
  await expectStatuses(302, 200, 200, 200);

  const ofLink = await switchLink(admin, link.shortId, true);
  await switchLink(admin, photo.shortId, true);
  const ofShare = await switchShare(admin, tokenOf(share), true);
  await expectStatuses(410, 410, 410, 410);

  const known = { ownerId: owner.userId, disabled: true, disabledWithAccount: false };
  expect(ofLink.body).toEqual({ shortId: link.shortId, shortUrl: link.shortUrl, kind: 'url', ...known });
  expect(ofShare.body).toEqual({ id: share.id, entityType: 'deal', ...known });
  const state = { isActive: true, switchedOffByAdmin: true };
  expect((await owner.get(`/api/shorten/${link.id}`)).body).toMatchObject(state);
  expect((await owner.get(`/api/shares/external/${share.id}`)).body).toMatchObject(state);
  const refused = await Promise.all([
    owner.patch<ErrorAnswer>(`/api/shorten/${link.id}`, { isActive: true }),
    owner.put<ErrorAnswer>(`/api/shares/external/${share.id}`, { isActive: true }),
  ]);
  for (const { status, body } of refused) {
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('An administrator disabled')]);
  }

  await switchLink(admin, link.shortId, false);
  await switchLink(admin, photo.shortId, false);
  await switchShare(admin, tokenOf(share), false);
  await expectStatuses(302, 200, 200, 200);
});

test("only administrators disable other users' links and shares, and unknown ones are not found", async () => {
  const [admin, { owner, link, share }] = [await stack.signInAsAdmin(), await openToAll()];

  const byOwner = [await switchLink(owner, link.shortId, true), await switchShare(owner, tokenOf(share), true)];
  const unknown = [await switchLink(admin, 'never-made-at-all', true), await switchShare(admin, 'x'.repeat(43), true)];

  expect(byOwner.map(({ status }) => status)).toEqual([403, 403]);
  expect(unknown.map(({ status }) => status)).toEqual([404, 404]);
  const logs = await Promise.all(
    [stack.logFile('gateway'), stack.logFile('deal')].map((file) => readFile(file, 'utf8')),
  );
  for (const log of logs) {
    expect(log).not.toBe('');
    expect([log.includes(tokenOf(share)), log.includes('x'.repeat(43))]).toEqual([false, false]);
  }
});
