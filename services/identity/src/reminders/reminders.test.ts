import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ServicePrincipal } from '@svc/chassis/calls/principal';
import { Outbox } from '@svc/chassis/outbox/outbox';
import { eventually } from '@svc/chassis/testing/eventually';
import { addDays, localDay } from '@svc/chassis/time/calendar';
import { HOUR_MS } from '@svc/chassis/time/durations';
import type { Morning } from '@svc/proto/deal/v1/due_check_service';
import { AccountService } from '@svc/proto/identity/v1/account_service';
import { ReminderService } from '@svc/proto/identity/v1/reminder_service';
import { SettingsService } from '@svc/proto/identity/v1/settings_service';
import { v7 as newId } from 'uuid';
import { newAddress } from '../testing/addresses.js';
import { type IdentityService, PASSWORD, startIdentity } from '../testing/identity-service.js';
import { beginMornings, MORNING_HOUR, MORNING_HOURS, MORNING_TOPIC, morningIn } from './begin-mornings.js';
import { readReminderToken, reminderToken } from './reminder-link.js';
import { deleteOldMornings } from './reminder-repo.js';

const DEAL: ServicePrincipal = { kind: 'service', service: 'deal' };
const NEVER = new AbortController().signal;

let identity: IdentityService;

beforeAll(async () => {
  identity = await startIdentity();
});

afterAll(() => identity.stop());

const reminders = (principal?: Parameters<IdentityService['as']>[0]) => identity.as(principal, ReminderService);
const settingsOf = ({ principal }: Person) => identity.as(principal, SettingsService);
const mailsTo = (email: string) => identity.mails.filter(({ to }) => to.address === email);
const turn = (person: Person, dueViews: boolean) =>
  settingsOf(person).updateSettings({ viewCheckDays: [], notificationChanges: { dueViews } });

type Person = Awaited<ReturnType<IdentityService['signUp']>>;

/** Returns a time zone in which it is now between eight and nine in the morning. */
function zoneOfMorning(): string {
  const east = ((8 - new Date().getUTCHours() + 36) % 24) - 12;
  return east > 0 ? `Etc/GMT-${east}` : `Etc/GMT+${-east}`;
}

/** Creates a user with reminders enabled long ago and a confirmed address. */
async function reminded(timeZone = zoneOfMorning()): Promise<Person> {
  const person = await identity.signUp();
  const { userId } = person.principal;
  await identity.pool.query(`update identity.users set email_confirmed_at = '2020-01-01' where id = $1`, [userId]);
  await settingsOf(person).updateSettings({ viewCheckDays: [], timeZone, notificationChanges: { dueViews: true } });
  await identity.pool.query(
    `update identity.user_settings set morning_reminder_since = '2020-01-01' where user_id = $1`,
    [userId],
  );
  return person;
}

/** Runs once, like another replica would. */
const look = (now = new Date(), usersAtOnce?: number) =>
  beginMornings(identity.pool, new Outbox(identity.pool, { deliver: async () => undefined }), {
    signal: NEVER,
    now,
    ...(usersAtOnce !== undefined && { usersAtOnce }),
  });

/** Returns the days for which deal got a request for the user's due checks. */
async function askedOf({ principal }: Person): Promise<string[]> {
  await eventually(async () => {
    const { rows } = await identity.pool.query(`select 1 from identity.outbox_messages where topic = $1`, [
      MORNING_TOPIC,
    ]);
    expect(rows).toEqual([]);
  });
  return identity.delivered
    .flatMap(({ topic, messages }) => (topic === MORNING_TOPIC ? messages : []))
    .map(({ payload }) => payload as Morning)
    .filter(({ ownerId }) => ownerId === principal.userId)
    .map(({ day }) => day);
}

const today = () => localDay(new Date(), zoneOfMorning());

/** A response of deal. */
const due = ({ principal }: Person, changes: object = {}) => ({
  ownerId: principal.userId,
  day: today(),
  count: 1,
  first: [{ dealName: 'Spring launch', videoTitle: null }],
  ...changes,
});

describe('the morning', () => {
  test('begins at seven and lasts five hours', () => {
    expect([MORNING_HOUR, MORNING_HOURS]).toEqual([7, 5]);
  });

  test.each([
    ['before seven', '2026-01-15T05:59:59Z', undefined],
    ['at seven', '2026-01-15T06:00:00Z', '2026-01-15'],
    ['before noon', '2026-01-15T10:59:59Z', '2026-01-15'],
    ['at noon', '2026-01-15T11:00:00Z', undefined],
    ['at night', '2026-01-15T22:00:00Z', undefined],
    ['after the night in which an hour is left out', '2026-03-29T05:00:00Z', '2026-03-29'],
    ['an hour before that', '2026-03-29T04:59:59Z', undefined],
    ['after the night in which an hour comes twice', '2026-10-25T06:00:00Z', '2026-10-25'],
    ['an hour before that too', '2026-10-25T05:59:59Z', undefined],
  ])('in Berlin %s', (_when, now, day) => {
    expect(morningIn('Europe/Berlin', new Date(now))?.day).toBe(day);
  });
});

describe('due checks are requested from deal', () => {
  test('once a day, with any number of replicas and runs', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => reminded()));

    await Promise.all([look(new Date(), 2), look(new Date(), 2), look(new Date(), 3)]);
    await look();

    for (const person of people) expect(await askedOf(person)).toEqual([today()]);
  });

  test('again on the next day, but not when a day occurs twice after a change of the time zone', async () => {
    const person = await reminded('Asia/Tokyo');
    await look(new Date('2031-06-01T23:00:00Z'));
    await settingsOf(person).updateSettings({ viewCheckDays: [], timeZone: 'America/Los_Angeles' });

    // June 2 begins 16 hours later in Los Angeles.
    await look(new Date('2031-06-02T15:00:00Z'));
    await look(new Date('2031-06-03T15:00:00Z'));

    expect(await askedOf(person)).toEqual(['2031-06-02', '2031-06-03']);
  });

  test('except for users without a confirmed address, disabled ones, and those with reminders disabled', async () => {
    const [unconfirmed, disabled, off, wanted] = await Promise.all([reminded(), reminded(), reminded(), reminded()]);
    const change = (set: string, { principal }: Person) =>
      identity.pool.query(`update identity.users set ${set} where id = $1`, [principal.userId]);
    await change('email_confirmed_at = null', unconfirmed);
    await change('disabled_at = now()', disabled);
    await turn(off, false);

    await look();

    const asked = await Promise.all([unconfirmed, disabled, off, wanted].map(askedOf));
    expect(asked).toEqual([[], [], [], [today()]]);
  });

  test('from the next day for users who enable reminders during the morning', async () => {
    const person = await reminded();
    await turn(person, false);
    await turn(person, true);

    await look();
    await look(new Date(Date.now() + 24 * HOUR_MS));

    expect(await askedOf(person)).toEqual([addDays(today(), 1)]);
  });
});

describe('due checks are mailed', () => {
  test('with names that add no links, one link to Today and one that ends the mails', async () => {
    const person = await reminded();
    await look();
    const first = [
      { dealName: 'Spring launch', videoTitle: 'Unboxing at www.evil.example' },
      { dealName: 'https://evil.example', videoTitle: null },
      { dealName: 'Summer', videoTitle: null },
      { dealName: 'Summer', videoTitle: null },
    ];

    await reminders(DEAL).recordDueChecks({ dueChecks: [due(person, { count: 8, first })] });

    await eventually(() => expect(mailsTo(person.email)).toHaveLength(1));
    const [mail] = mailsTo(person.email);
    const endLink = `https://app.example/api/public/reminders/${reminderToken(person.principal.userId, Buffer.alloc(32, 7))}`;
    expect(mail?.subject).toBe('8 view checks due today');
    expect(mail?.headers).toEqual({
      'List-Unsubscribe': `<${endLink}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    });
    expect(mail?.text.split('\n')).toEqual([
      '8 view checks are due in Dealbridge:',
      '',
      '- Spring launch: Unboxing at www. evil. example',
      '- https: // evil. example',
      '- Summer (2 videos)',
      '- and 4 more',
      '',
      'Record the view counts:',
      'https://app.example/today',
      '',
      'Stop these emails:',
      endLink,
      '',
    ]);
  });

  test('once, even if deal responds repeatedly', async () => {
    const person = await reminded();
    await look();
    const say = () => reminders(DEAL).recordDueChecks({ dueChecks: [due(person)] });

    await Promise.all([say(), say()]);
    await say();

    await eventually(async () => expect(await waitingMails()).toEqual([]));
    expect(mailsTo(person.email).map(({ subject }) => subject)).toEqual(['1 view check due today']);
  });

  test.each([
    ['turned reminders off', (person: Person) => turn(person, false)],
    [
      'was disabled',
      ({ principal }: Person) =>
        identity.pool.query(`update identity.users set disabled_at = now() where id = $1`, [principal.userId]),
    ],
    [
      'has deleted the account',
      ({ principal }: Person) => identity.as(principal, AccountService).deleteAccount({ password: PASSWORD }),
    ],
    [
      'is past the morning',
      ({ principal }: Person) =>
        identity.pool.query(`update identity.morning_reminders set expires_at = now() where user_id = $1`, [
          principal.userId,
        ]),
    ],
  ])('except to a user who then %s', async (_what, change) => {
    const person = await reminded();
    await look();
    await change(person);

    await reminders(DEAL).recordDueChecks({ dueChecks: [due(person)] });

    await eventually(async () => expect(await waitingMails()).toEqual([]));
    expect(mailsTo(person.email)).toEqual([]);
  });

  test('except to users for whom deal got no request', async () => {
    const person = await reminded();

    await reminders(DEAL).recordDueChecks({ dueChecks: [due(person, { day: '2020-01-01' })] });

    expect(await waitingMails()).not.toContain('mail.morning_reminder');
  });
});

async function waitingMails(): Promise<string[]> {
  const { rows } = await identity.pool.query<{ topic: string }>(
    `select topic from identity.outbox_messages where destination = 'mail-server'`,
  );
  return rows.map(({ topic }) => topic);
}

describe('the link that ends reminders', () => {
  const end = (token: string) => reminders().endReminders({ token, clientAddress: newAddress() });
  const isOn = async (person: Person) => (await settingsOf(person).getSettings({})).settings?.notifications?.dueViews;

  test('disables those of its user, any number of times', async () => {
    const [person, other] = await Promise.all([reminded(), reminded()]);
    const token = reminderToken(person.principal.userId, Buffer.alloc(32, 7));

    await end(token);
    await end(token);

    expect(await Promise.all([isOn(person), isOn(other)])).toEqual([false, true]);
  });

  test('gets the same response with an invalid signature', async () => {
    const person = await reminded();
    const forged = reminderToken(person.principal.userId, Buffer.alloc(32, 8));

    for (const token of [forged, forged.slice(0, 20), 'x', '']) expect(await end(token)).toEqual({});

    expect(await isOn(person)).toBe(true);
  });

  test('is valid with each of the secrets during their rotation', () => {
    const userId = newId();
    const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

    expect(readReminderToken(reminderToken(userId, older), [newer, older])).toBe(userId);
    expect(readReminderToken(reminderToken(userId, older), [newer])).toBeNull();
  });
});

describe('the link that confirms an address', () => {
  const tokenFor = async ({ email }: Person, mails = 1): Promise<string> => {
    await eventually(() => expect(mailsTo(email)).toHaveLength(mails));
    return /\/confirm-address\?token=([\w-]{43})/.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
  };
  const confirm = (token: string) => reminders().confirmAddress({ token, clientAddress: newAddress() });
  const isConfirmed = async ({ principal }: Person) =>
    (await identity.as(principal, AccountService).getAccount({})).user?.emailConfirmed;

  test('is mailed to users who enable reminders, and works once', async () => {
    const person = await identity.signUp();
    expect(await isConfirmed(person)).toBe(false);
    await turn(person, true);
    const token = await tokenFor(person);

    await confirm(token);

    expect(await isConfirmed(person)).toBe(true);
    await expect(confirm(token)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
  });

  test('is mailed again on request, invalidating the older one, unless the address is confirmed', async () => {
    const person = await identity.signUp();
    const ask = () => reminders(person.principal).requestAddressConfirmation({});
    await ask();
    const older = await tokenFor(person);
    await ask();
    const newer = await tokenFor(person, 2);

    await expect(confirm(older)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await confirm(newer);
    await ask();
    await turn(person, true);

    await eventually(async () => expect(await waitingMails()).toEqual([]));
    expect(mailsTo(person.email)).toHaveLength(2);
  });

  test('is mailed at most five times an hour; the setting itself can change more often', async () => {
    const person = await identity.signUp();
    const ask = () => reminders(person.principal).requestAddressConfirmation({});
    for (let asked = 0; asked < 5; asked += 1) await ask();

    await expect(ask()).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await turn(person, true)).settings?.notifications?.dueViews).toBe(true);
  });
});

test('mornings are deleted once their day has ended in every time zone', async () => {
  const person = await reminded();
  await look();
  const count = async () =>
    (
      await identity.pool.query(`select 1 from identity.morning_reminders where user_id = $1`, [
        person.principal.userId,
      ])
    ).rows.length;

  await deleteOldMornings(identity.pool, 14);
  expect(await count()).toBe(1);
  await identity.pool.query(
    `update identity.morning_reminders set expires_at = now() - interval '15 days' where user_id = $1`,
    [person.principal.userId],
  );
  await deleteOldMornings(identity.pool, 14);

  expect(await count()).toBe(0);
});
