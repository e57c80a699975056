import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SignedInPrincipal } from '@svc/chassis/calls/principal';
import { eventually } from '@svc/chassis/testing/eventually';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { v7 as newId } from 'uuid';
import { type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { deleteExpiredInvitations } from './invitation-repo.js';

const PAGE = { pageSize: 0, skip: 0 };
const NOT_FOUND = { kind: 'not_found' };

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const teams = (principal?: SignedInPrincipal) => identity.as(principal, TeamService);
const newAddress = (): string => `${newId()}@example.com`;

async function person() {
  const { principal, email, session } = await identity.signUp();
  return { principal, email, token: session.token, teams: teams(principal) };
}

/** Creates a team with its owner, and a function that invites to it. */
async function ownTeam() {
  const owner = await person();
  const { team } = await owner.teams.createTeam({ name: 'Team' });
  const teamId = team?.id ?? '';
  const invite = (role = 'member', email = newAddress(), by = owner) => by.teams.inviteMember({ teamId, email, role });
  const join = async (role: string) => {
    const who = await person();
    await who.teams.answerInvitation({ ...(await invite(role, who.email)), accept: true });
    return who;
  };
  return { teamId, owner, invite, join };
}

test('a user with the secret sees the invitation and joins with it, once', async () => {
  const { teamId, invite } = await ownTeam();
  const invited = await person();
  const { invitationId, secret } = await invite('admin');

  const { invitation } = await teams().openInvitation({ secret });
  expect(invitation).toMatchObject({ id: invitationId, teamName: 'Team', role: 'admin', invitedByName: 'Dana' });
  const { team } = await invited.teams.answerInvitation({ invitationId, secret, accept: true });

  expect(team).toMatchObject({ id: teamId, role: 'admin', memberCount: 2 });
  expect((await identity.principalOf(invited.token))?.teams).toEqual([{ id: teamId, role: 'admin' }]);
  const again = invited.teams.answerInvitation({ invitationId, secret, accept: true });
  await expect(again).rejects.toMatchObject(NOT_FOUND);
  await expect(teams().openInvitation({ secret })).rejects.toMatchObject(NOT_FOUND);
});

test("a member's address cannot be invited again", async () => {
  const { owner, invite, join } = await ownTeam();
  const member = await join('member');

  for (const { email } of [owner, member]) {
    await expect(invite('admin', email.toUpperCase())).rejects.toMatchObject({ code: 'CONFLICT' });
  }
});

test('an account does not get access to an invitation by its address alone', async () => {
  const { invite } = await ownTeam();
  const named = await person();
  const { invitationId } = await invite('member', named.email);

  expect((await named.teams.listInvitations(PAGE)).totalSize).toBe(0);
  for (const secret of [undefined, 'x'.repeat(43)]) {
    const answer = named.teams.answerInvitation({ invitationId, secret, accept: true });
    await expect(answer).rejects.toMatchObject(NOT_FOUND);
  }
});

test('an invitation whose secret the user presented is listed, and no longer needs the secret', async () => {
  const { invite } = await ownTeam();
  const [invited, stranger] = [await person(), await person()];
  const { invitationId, secret } = await invite();

  await invited.teams.openInvitation({ secret });
  await invited.teams.openInvitation({ secret });

  expect(await invited.teams.listInvitations(PAGE)).toMatchObject({
    invitations: [{ id: invitationId }],
    totalSize: 1,
  });
  expect((await stranger.teams.listInvitations(PAGE)).totalSize).toBe(0);
  const answer = { invitationId, accept: false };
  await expect(stranger.teams.answerInvitation(answer)).rejects.toMatchObject(NOT_FOUND);
  expect(await invited.teams.answerInvitation(answer)).toEqual({ team: null });
  expect((await invited.teams.listInvitations(PAGE)).totalSize).toBe(0);
});

test('inviting an address again replaces the secret, and hides the invitation from users who had the old one', async () => {
  const { invite } = await ownTeam();
  const invited = await person();
  const email = newAddress();
  const first = await invite('member', email);
  await invited.teams.openInvitation(first);

  const second = await invite('admin', email.toUpperCase());

  expect(second.invitationId).toBe(first.invitationId);
  await expect(invited.teams.openInvitation(first)).rejects.toMatchObject(NOT_FOUND);
  expect((await invited.teams.listInvitations(PAGE)).totalSize).toBe(0);
  const accept = (secret: string | undefined) =>
    invited.teams.answerInvitation({ invitationId: first.invitationId, secret, accept: true });
  await expect(accept(undefined)).rejects.toMatchObject(NOT_FOUND);
  await expect(accept(first.secret)).rejects.toMatchObject(NOT_FOUND);
  expect((await accept(second.secret)).team).toMatchObject({ role: 'admin' });
});

test('an invitation expires after fourteen days', async () => {
  const { teamId, owner, invite } = await ownTeam();
  const { invitationId, secret } = await invite();
  const { invitation } = await teams().openInvitation({ secret });
  const days = (invitation!.expiresAt!.getTime() - invitation!.createdAt!.getTime()) / 86_400_000;
  expect(days).toBeCloseTo(14);

  await identity.pool.query(`update identity.invitations set expires_at = now() where id = $1`, [invitationId]);

  await expect(teams().openInvitation({ secret })).rejects.toMatchObject(NOT_FOUND);
  const late = (await person()).teams.answerInvitation({ invitationId, secret, accept: true });
  await expect(late).rejects.toMatchObject(NOT_FOUND);
  expect((await owner.teams.listTeamInvitations({ teamId, ...PAGE })).totalSize).toBe(0);
  expect((await owner.teams.listMembers({ teamId, ...PAGE })).totalSize).toBe(1);
  await deleteExpiredInvitations(identity.pool);
  const { rows } = await identity.pool.query(`select 1 from identity.invitations where id = $1`, [invitationId]);
  expect(rows).toEqual([]);
});

test('owners and admins of the team list and withdraw invitations, and see no secrets', async () => {
  const { teamId, invite, join } = await ownTeam();
  const admin = await join('admin');
  const email = newAddress();
  const { invitationId, secret } = await invite('member', email);

  const listed = await admin.teams.listTeamInvitations({ teamId, ...PAGE });
  await admin.teams.withdrawInvitation({ teamId, invitationId });

  expect(listed).toMatchObject({ invitations: [{ id: invitationId, email, role: 'member' }], totalSize: 1 });
  expect(JSON.stringify(listed)).not.toContain(secret);
  await expect(teams().openInvitation({ secret })).rejects.toMatchObject(NOT_FOUND);
  await expect(admin.teams.withdrawInvitation({ teamId, invitationId })).rejects.toMatchObject(NOT_FOUND);
});

test('only owners may create or withdraw an invitation to become owner', async () => {
  const { teamId, invite, join } = await ownTeam();
  const [admin, member] = [await join('admin'), await join('member')];
  const email = newAddress();
  const { invitationId, secret } = await invite('owner', email);

  const demotion = invite('member', email, admin);
  await expect(demotion).rejects.toMatchObject({ kind: 'forbidden' });
  for (const who of [admin, member]) {
    const withdrawal = who.teams.withdrawInvitation({ teamId, invitationId });
    await expect(withdrawal).rejects.toMatchObject({ kind: 'forbidden' });
  }
  expect((await teams().openInvitation({ secret })).invitation).toMatchObject({ role: 'owner' });
});

describe('an invitation ends when its author may no longer invite', () => {
  test('because the membership ends', async () => {
    const { teamId, owner, invite, join } = await ownTeam();
    const admin = await join('admin');
    const { secret } = await invite('admin', newAddress(), admin);

    await owner.teams.removeMember({ teamId, userId: admin.principal.userId });

    await expect(teams().openInvitation({ secret })).rejects.toMatchObject(NOT_FOUND);
  });

  test('because the role no longer allows it', async () => {
    const { teamId, owner, invite, join } = await ownTeam();
    const [second, admin] = [await join('owner'), await join('admin')];
    const offers = {
      owner: await invite('owner', newAddress(), second),
      admin: await invite('admin', newAddress(), second),
      member: await invite('member', newAddress(), admin),
    };

    await owner.teams.updateMember({ teamId, userId: second.principal.userId, role: 'admin' });
    await owner.teams.updateMember({ teamId, userId: admin.principal.userId, role: 'member' });

    await expect(teams().openInvitation(offers.owner)).rejects.toMatchObject(NOT_FOUND);
    await expect(teams().openInvitation(offers.admin)).resolves.toBeDefined();
    await expect(teams().openInvitation(offers.member)).rejects.toMatchObject(NOT_FOUND);
  });

  test('because the account is deleted', async () => {
    const { invite, join } = await ownTeam();
    const admin = await join('admin');
    const { secret } = await invite('member', newAddress(), admin);

    await identity.as(admin.principal, AccountService).deleteAccount({ password: PASSWORD });

    await expect(teams().openInvitation({ secret })).rejects.toMatchObject(NOT_FOUND);
  });
});

/** Returns the newest secret mailed to an address. */
async function mailedTo(email: string): Promise<string> {
  const mail = await eventually(() => {
    const found = identity.mails.findLast(({ to }) => to.address === email);
    if (!found) throw new Error('No mail has come.');
    return found;
  });
  expect(mail).toMatchObject({
    subject: 'Dealbridge: Dana invited you to Team',
    text: expect.stringMatching(/^"Dana" invites you to the team "Team" in Dealbridge\./),
  });
  return /\/invitations\/([\w-]{43})\n/.exec(mail.text)?.[1] ?? '';
}

test('the invitation is mailed to the address, with its own equivalent secret', async () => {
  const { teamId, invite } = await ownTeam();
  const email = newAddress();
  const { invitationId, secret } = await invite('member', email);
  const mailed = await mailedTo(email);

  const { invitation } = await teams().openInvitation({ secret: mailed });

  expect(invitation?.id).toBe(invitationId);
  expect(mailed).not.toBe(secret);
  const { teams: theirs } = await person();
  expect((await theirs.answerInvitation({ invitationId, secret: mailed, accept: true })).team?.id).toBe(teamId);
});

test('the holder of a secret sees the invited address, and only that of the mail whether it has an account', async () => {
  const { invite } = await ownTeam();
  const known = await person();
  const unknown = newAddress();

  for (const [email, hasAccount] of [
    [known.email, true],
    [unknown, false],
  ] as const) {
    const { secret } = await invite('member', email);
    const mailed = await mailedTo(email);
    expect(await teams().openInvitation({ secret: mailed })).toMatchObject({ email, hasAccount });
    expect(await teams().openInvitation({ secret })).toMatchObject({ email, hasAccount: null });
  }
});

describe('an address is confirmed', () => {
  const isConfirmed = async ({ principal }: Awaited<ReturnType<typeof person>>) =>
    (await identity.as(principal, AccountService).getAccount({})).user?.emailConfirmed;

  test('by the invitation mailed to it, and then all invitations to it are listed', async () => {
    const [one, other] = [await ownTeam(), await ownTeam()];
    const invited = await person();
    await one.invite('member', invited.email);
    const mailed = await mailedTo(invited.email);
    const { invitationId } = await other.invite('member', invited.email.toUpperCase());

    await invited.teams.openInvitation({ secret: mailed });

    expect(await isConfirmed(invited)).toBe(true);
    expect(await invited.teams.listInvitations(PAGE)).toMatchObject({
      invitations: [{ id: invitationId }, { teamId: one.teamId }],
      totalSize: 2,
    });
    const { team } = await invited.teams.answerInvitation({ invitationId, accept: true });
    expect(team?.id).toBe(other.teamId);
  });

  test('by accepting immediately', async () => {
    const { invite } = await ownTeam();
    const invited = await person();
    const { invitationId } = await invite('member', invited.email);
    const secret = await mailedTo(invited.email);

    await invited.teams.answerInvitation({ invitationId, secret, accept: true });

    expect(await isConfirmed(invited)).toBe(true);
  });

  test("neither by the inviter's link, nor by one that another user opens", async () => {
    const { invite } = await ownTeam();
    const [invited, stranger] = [await person(), await person()];
    const { secret } = await invite('member', invited.email);
    const mailed = await mailedTo(invited.email);

    await invited.teams.openInvitation({ secret });
    await stranger.teams.openInvitation({ secret: mailed });

    expect([await isConfirmed(invited), await isConfirmed(stranger)]).toEqual([false, false]);
  });
});

test('only a hash of the secret is stored', async () => {
  const { invite } = await ownTeam();

  const { secret } = await invite();

  const { rows } = await identity.pool.query<{ text: string }>(`select i::text as text from identity.invitations i`);
  expect(rows.some(({ text }) => text.includes(secret))).toBe(false);
});

test('a user sends at most sixty invitations an hour', async () => {
  const { invite } = await ownTeam();

  for (let sent = 0; sent < 60; sent += 1) await invite();

  await expect(invite()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
});

test('an address gets at most ten invitations a day, from all senders together', async () => {
  const email = newAddress();
  const invite = async (address: string) => (await ownTeam()).invite('member', address);

  for (let sent = 0; sent < 10; sent += 1) await invite(email);

  await expect(invite(email.toUpperCase())).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(invite(newAddress())).resolves.toBeDefined();
});

test('a network sends at most 120 invitations an hour, from all accounts together', async () => {
  const clientAddress = '2001:db8:17:1::1';
  const inviteFrom = async (address: string, times: number) => {
    const { owner, teamId } = await ownTeam();
    for (let sent = 0; sent < times; sent += 1) {
      await owner.teams.inviteMember({ teamId, email: newAddress(), role: 'member', clientAddress: address });
    }
  };

  await inviteFrom(clientAddress, 60);
  await inviteFrom(clientAddress, 60);

  await expect(inviteFrom('2001:db8:17:1::2', 1)).rejects.toMatchObject({ code: 'RATE_LIMITED' });
  await expect(inviteFrom('2001:db8:99:1::1', 1)).resolves.toBeUndefined();
});
