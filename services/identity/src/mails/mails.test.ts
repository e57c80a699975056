import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { ReminderService } from '@svc/proto/identity/v1/reminder_service';
import { TeamService } from '@svc/proto/identity/v1/team_service';
import { v7 as newId } from 'uuid';
import { newAddress } from '../testing/addresses.js';
import { CLIENT, type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { type MailServer, startMailServer } from '../testing/mail-server.js';
import { plainName, SUBJECT_NAME_MAX } from './plain-name.js';
import { createSendMail } from './send-mail.js';

let mailServer: MailServer;
let identity: IdentityService;

beforeAll(async () => {
  mailServer = await startMailServer();
  const from = 'Dealbridge <no-reply@app.example>';
  identity = await startIdentity({ sendMail: createSendMail({ smtpUrl: mailServer.url, from }) });
});

afterAll(async () => {
  await identity?.stop();
  await mailServer?.close();
});

const newEmail = (): string => `${newId()}@example.com`;
const mailsTo = (email: string): string[] => mailServer.taken.filter((mail) => mail.includes(email));
const triesFor = (email: string): number => mailServer.tried.filter((address) => address === email).length;
const askForReset = (email: string) =>
  identity.accounts.requestPasswordReset({ email, client: { ...CLIENT, address: newAddress() } });
const waiting = async (): Promise<string> => {
  const { rows } = await identity.pool.query<{ text: string }>(
    `select m::text as text from identity.outbox_messages m`,
  );
  return rows.map(({ text }) => text).join('\n');
};

async function invitedTo(teamName: string, userName: string, email: string): Promise<string> {
  const { principal } = await identity.signUp(userName);
  const teams = identity.as(principal, TeamService);
  const { team } = await teams.createTeam({ name: teamName });
  const { secret } = await teams.inviteMember({ teamId: team?.id ?? '', email, role: 'member' });
  return secret;
}

test('a reset link is delivered although the mail server defers it first, and works', async () => {
  const { email } = await identity.signUp();
  mailServer.refuse('451 4.7.1 Greylisted, try again later');

  await askForReset(email);

  await eventually(() => expect(mailsTo(email)).toHaveLength(1));
  expect(triesFor(email)).toBe(2);
  const [, token = ''] =
    /https:\/\/app\.example\/reset-password\?token=([\w-]{43})/.exec(mailsTo(email)[0] ?? '') ?? [];
  await identity.accounts.resetPassword({ token, newPassword: 'a quite new password' });
  const signedIn = identity.accounts.signIn({ email, password: 'a quite new password', client: CLIENT });
  await expect(signedIn).resolves.toBeDefined();
});

test('an invitation is mailed the same way, with its own link, which is sealed until it is sent', async () => {
  const email = newEmail();
  mailServer.refuse('421 4.3.2 Shutting down');

  const secret = await invitedTo('Team', 'Dana', email);

  await eventually(() => expect(triesFor(email)).toBe(1));
  const stored = await waiting();
  expect(stored).toContain('mail.invitation');
  for (const hidden of [secret, email, 'Dana']) expect(stored).not.toContain(hidden);
  await eventually(() => expect(mailsTo(email)).toHaveLength(1));
  const [, mailed = ''] = /https:\/\/app\.example\/invitations\/([\w-]{43})/.exec(mailsTo(email)[0] ?? '') ?? [];
  expect(mailed).toHaveLength(43);
  expect(stored).not.toContain(mailed);
  expect(mailsTo(email)[0]).not.toContain(secret);
});

test('a mail that a server refuses permanently is not retried', async () => {
  const email = newEmail();
  mailServer.refuse('550 5.1.1 No such user');

  await invitedTo('Team', 'Dana', email);

  await eventually(() => expect(triesFor(email)).toBe(1));
  await eventually(async () => expect(await waiting()).toBe(''));
  expect(mailsTo(email)).toEqual([]);
});

test('a temporarily refused recipient does not delay mails to others', async () => {
  const [late, other] = [newEmail(), newEmail()];
  mailServer.refuse('450 4.2.0 Mailbox busy');

  await invitedTo('Team', 'Dana', late);
  await eventually(() => expect(triesFor(late)).toBe(1));
  await invitedTo('Team', 'Dana', other);

  await eventually(() => expect([mailsTo(other), mailsTo(late)].map(({ length }) => length)).toEqual([1, 1]));
});

test('an invitation withdrawn while its mail was waiting is not mailed', async () => {
  const { principal } = await identity.signUp();
  const email = newEmail();
  const teams = identity.as(principal, TeamService);
  const { team } = await teams.createTeam({ name: 'Team' });
  mailServer.refuse('451 Try again');
  const { invitationId } = await teams.inviteMember({ teamId: team?.id ?? '', email, role: 'member' });
  await eventually(() => expect(triesFor(email)).toBe(1));

  await teams.withdrawInvitation({ teamId: team?.id ?? '', invitationId });

  await eventually(async () => expect(await waiting()).toBe(''));
  expect([triesFor(email), mailsTo(email)]).toEqual([1, []]);
});

test('an invitation that no secret opens any longer does not block others, and is dropped when it expires', async () => {
  const [lost, other] = [newEmail(), newEmail()];
  const { principal } = await identity.signUp();
  const teams = identity.as(principal, TeamService);
  const { team } = await teams.createTeam({ name: 'Team' });
  const invite = (email: string) => teams.inviteMember({ teamId: team?.id ?? '', email, role: 'member' });
  mailServer.refuse('451 Try again');
  const { invitationId } = await invite(lost);
  await eventually(() => expect(triesFor(lost)).toBe(1));
  await identity.pool.query(`update identity.outbox_messages set payload = payload || '{"sealed":"lost"}'`);

  await invite(other);

  await eventually(() => expect(mailsTo(other)).toHaveLength(1));
  expect(await waiting()).toContain('lost');
  await teams.withdrawInvitation({ teamId: team?.id ?? '', invitationId });
  await eventually(async () => expect(await waiting()).toBe(''));
});

test('after a change of email the previous address gets a notice, and the new one a link that confirms it', async () => {
  const { principal, email } = await identity.signUp();
  const changed = newEmail();

  await identity.as(principal, AccountService).changeEmail({ password: PASSWORD, email: changed });

  await eventually(() => expect([mailsTo(email).length, mailsTo(changed).length]).toEqual([1, 1]));
  expect(mailsTo(email)[0]).toContain('no longer uses this email address');
  expect(mailsTo(email)[0]).not.toContain(changed);
  const [, token = ''] = /confirm-address\?token=([\w-]{43})/.exec(mailsTo(changed)[0] ?? '') ?? [];
  await identity.as(undefined, ReminderService).confirmAddress({ token, clientAddress: newAddress() });
  const { user } = await identity.as(principal, AccountService).getAccount({});
  expect(user).toMatchObject({ email: changed, emailConfirmed: true });
});

test('no mail is sent to an account that was deleted after the request', async () => {
  const { principal, email } = await identity.signUp();
  mailServer.refuse('451 Try again');
  await askForReset(email);
  await eventually(() => expect(triesFor(email)).toBe(1));

  await identity.as(principal, AccountService).deleteAccount({ password: PASSWORD });

  await eventually(async () => expect(await waiting()).not.toContain('mail.password_reset'));
  expect([triesFor(email), mailsTo(email)]).toEqual([1, []]);
});

test('names chosen by strangers add no links and no lines to a mail', async () => {
  const email = newEmail();

  await invitedTo('Your account at https://evil.example/pay', 'Bob\u202e www.evil.example', email);

  await eventually(() => expect(mailsTo(email)).toHaveLength(1));
  const [mail = ''] = mailsTo(email);
  expect(mail.match(/https?:\/\/\S+/g)).toEqual([expect.stringMatching(/^https:\/\/app\.example\/invitations\//)]);
  expect(mail).not.toMatch(/\w\.evil|evil\.\w|\u202e/);
});

test('the subject of an invitation names inviter and team, which add no headers', async () => {
  const email = newEmail();

  await invitedTo('Team\r\nBcc: x@evil.example', 'Dana\nX-Evil: 1', email);

  await eventually(() => expect(mailsTo(email)).toHaveLength(1));
  const [mail = ''] = mailsTo(email);
  const lines = mail.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  expect(lines).toContain('Subject: Dealbridge: Dana X-Evil: 1 invited you to Team Bcc: x@ evil. example');
  expect(lines.filter((line) => /^(?:Bcc|X-Evil):/i.test(line))).toEqual([]);
});

test.each([
  ['J.R. Smith & Co.', 'J. R. Smith & Co.'],
  ['pay@evil.example', 'pay@ evil. example'],
  ['//evil.example', '// evil. example'],
  ['evil。example', 'evil。 example'],
  ['evil．example', 'evil. example'],
  ['mailto:bob', 'mailto: bob'],
  ['two\r\nlines\u0000and\u2028more', 'two lines and more'],
  ['Zoë 株式会社 24/7', 'Zoë 株式会社 24/7'],
])('the name %j appears in a mail as %j', (name, shown) => {
  expect(plainName(name)).toBe(shown);
});

test('a name is cut when it would dominate the mail', () => {
  expect(plainName('x'.repeat(200))).toHaveLength(80);
  expect(plainName('x'.repeat(200), SUBJECT_NAME_MAX)).toHaveLength(40);
});
