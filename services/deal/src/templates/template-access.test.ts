import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserPrincipal } from '@svc/chassis/calls/principal';
import { v7 as newId } from 'uuid';
import { type DealTestService, startDeal } from '../testing/deal-service.js';
import {
  createDealTemplate,
  createSharedTemplates,
  dealTemplates,
  messageTemplates,
  teamTemplates,
} from '../testing/templates.js';

let service: DealTestService;

beforeAll(async () => {
  service = await startDeal();
});

afterAll(() => service?.stop());

/** Every method that names a template, with a request that only missing access can fail. */
const READS: Record<string, (user: UserPrincipal, ids: { message: string; deal: string }) => Promise<unknown>> = {
  getMessageTemplate: (user, ids) => messageTemplates(service, user).getMessageTemplate({ templateId: ids.message }),
  getDealTemplate: (user, ids) => dealTemplates(service, user).getDealTemplate({ templateId: ids.deal }),
};

const WRITES: typeof READS = {
  updateMessageTemplate: (user, ids) =>
    messageTemplates(service, user).updateMessageTemplate({
      templateId: ids.message,
      updateMask: ['name'],
      name: 'Changed',
      tags: [],
      attachments: [],
    }),
  deleteMessageTemplate: (user, ids) =>
    messageTemplates(service, user).deleteMessageTemplate({ templateId: ids.message }),
  updateDealTemplate: (user, ids) =>
    dealTemplates(service, user).updateDealTemplate({ templateId: ids.deal, updateMask: ['name'], name: 'Changed' }),
  deleteDealTemplate: (user, ids) => dealTemplates(service, user).deleteDealTemplate({ templateId: ids.deal }),
};

describe.each(Object.keys(READS))('%s', (method) => {
  const call = READS[method]!;

  test.each(['owner', 'teamOwner', 'teamAdmin', 'member'] as const)('is open to the %s', async (who) => {
    const shared = await createSharedTemplates(service);

    await expect(call(shared[who], { message: shared.message.id, deal: shared.deal.id })).resolves.toBeDefined();
  });
});

describe.each(Object.keys(WRITES))('%s', (method) => {
  const call = WRITES[method]!;

  test('is open to the owner', async () => {
    const shared = await createSharedTemplates(service);

    await expect(call(shared.owner, { message: shared.message.id, deal: shared.deal.id })).resolves.toBeDefined();
  });

  test.each(['teamOwner', 'teamAdmin', 'member'] as const)(
    'is forbidden to the %s and changes nothing',
    async (who) => {
      const shared = await createSharedTemplates(service);

      const change = call(shared[who], { message: shared.message.id, deal: shared.deal.id });

      await expect(change).rejects.toMatchObject({ kind: 'forbidden', code: 'FORBIDDEN' });
      const { template } = await dealTemplates(service, shared.owner).getDealTemplate({ templateId: shared.deal.id });
      expect(template).toEqual(shared.deal);
    },
  );
});

test.each(Object.entries({ ...READS, ...WRITES }))(
  '%s responds to a stranger as if the template did not exist',
  async (_method, call) => {
    const { message, deal, stranger } = await createSharedTemplates(service);

    const hidden = await call(stranger, { message: message.id, deal: deal.id }).catch((error: unknown) => error);
    const missing = await call(stranger, { message: newId(), deal: newId() }).catch((error: unknown) => error);

    expect(hidden).toMatchObject({ kind: 'not_found', code: 'NOT_FOUND' });
    expect(missing).toMatchObject({ kind: 'not_found', message: (hidden as Error).message });
  },
);

test.each(['teamOwner', 'teamAdmin', 'member'] as const)(
  'the %s sees no price and no contents of attachments in any response',
  async (who) => {
    const shared = await createSharedTemplates(service);
    const user = shared[who];
    const list = { pageSize: 50, skip: 0, scope: 'mine-and-shared' };

    const { template: message } = await messageTemplates(service, user).getMessageTemplate({
      templateId: shared.message.id,
    });
    const { template: deal } = await dealTemplates(service, user).getDealTemplate({ templateId: shared.deal.id });
    const listed = await messageTemplates(service, user).listMessageTemplates(list);
    const listedDeals = await dealTemplates(service, user).listDealTemplates(list);
    const ofTeam = await teamTemplates(service, user).listTeamTemplates({ teamId: shared.teamId, kind: '', ...list });

    const [attachment] = shared.message.attachments;
    expect(message?.attachments).toEqual([{ ...attachment, name: 'logo.png', contentType: 'image/png', bytes: 3 }]);
    expect(message?.attachments[0]?.dataUrl).toBeNull();
    expect(deal).toMatchObject({
      price: null,
      currency: 'USD',
      deliverables: 'One video',
      notes: 'Net 30',
      access: { canEdit: false, teamIds: [shared.teamId], redacted: ['price'] },
    });
    expect(listed).toEqual({ templates: [message], totalSize: 1 });
    expect(listedDeals).toEqual({ templates: [deal], totalSize: 1 });
    expect(ofTeam.totalSize).toBe(2);
    expect(ofTeam.templates).toEqual([
      { message: null, deal },
      { message, deal: null },
    ]);
  },
);

test('templates are private to their owner until shared: an own list excludes templates of others, and a stranger’s list is empty', async () => {
  const { member, stranger } = await createSharedTemplates(service);

  const own = await dealTemplates(service, member).listDealTemplates({ pageSize: 50, skip: 0, scope: 'mine' });
  const none = await messageTemplates(service, stranger).listMessageTemplates({
    pageSize: 50,
    skip: 0,
    scope: 'mine-and-shared',
  });

  expect([own.totalSize, none.totalSize]).toEqual([0, 0]);
});

describe('the templates of a team', () => {
  test('are filtered by kind, and their owner sees the price', async () => {
    const { teamId, owner, deal } = await createSharedTemplates(service);
    const ownerInTeam = { ...owner, teams: [{ id: teamId, role: 'member' as const }] };
    const page = { teamId, pageSize: 50, skip: 0 };

    const deals = await teamTemplates(service, ownerInTeam).listTeamTemplates({ ...page, kind: 'deal' });
    const messages = await teamTemplates(service, ownerInTeam).listTeamTemplates({ ...page, kind: 'message' });

    const seen = { ...deal, access: { ...deal.access, teamIds: [teamId] } };
    expect(deals).toEqual({ templates: [{ message: null, deal: seen }], totalSize: 1 });
    expect(messages).toMatchObject({ templates: [{ message: { name: 'First contact' } }], totalSize: 1 });
  });

  test('are hidden from users outside the team, even from the owner of a template', async () => {
    const { teamId, owner, stranger } = await createSharedTemplates(service);
    const request = { teamId, kind: 'all', pageSize: 50, skip: 0 };

    for (const user of [owner, stranger]) {
      await expect(teamTemplates(service, user).listTeamTemplates(request)).rejects.toMatchObject({
        kind: 'not_found',
      });
    }
  });

  test('exclude templates that are not shared with it', async () => {
    const { teamId, owner, member } = await createSharedTemplates(service);
    await createDealTemplate(service, owner);

    const { totalSize } = await teamTemplates(service, member).listTeamTemplates({
      teamId,
      kind: 'deal',
      pageSize: 1,
      skip: 5,
    });

    expect(totalSize).toBe(1);
  });
});
