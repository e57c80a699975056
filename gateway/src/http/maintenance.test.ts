import { expect, jest, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { eventually } from '@svc/chassis/testing/eventually';
import { silentLog } from '@svc/chassis/testing/service-database';
import { createSettingsReader } from '@svc/http-host/http/public-settings';
import type { Clients } from '@svc/operations/run/clients';
import { createMaintenanceCheck } from './maintenance.js';

type Answer = () => Promise<boolean>;

const never: Answer = () => new Promise(() => undefined);
const away: Answer = () => Promise.reject(appError('TIMEOUT', 'Too slow.'));

/** The check over a fake identity that responds with `identity.answer`. */
function start(reuseMs: number, first: Answer) {
  const identity = { answer: first, asked: 0 };
  const systemSettings = {
    getPublicSettings: async () => {
      identity.asked += 1;
      return { maintenanceMode: await identity.answer(), allowPublicSignup: true, sendsMail: true };
    },
  } as unknown as Clients['systemSettings'];
  const check = createMaintenanceCheck(createSettingsReader({ settings: systemSettings, reuseMs, log: silentLog }));
  const isOpen = (): Promise<boolean> =>
    check(undefined).then(
      () => true,
      () => false,
    );
  return { identity, isOpen };
}

test('an answer is cached, and its age counts from the request', async () => {
  const { identity, isOpen } = start(60_000, async () => true);

  expect([await isOpen(), await isOpen(), await isOpen()]).toEqual([false, false, false]);
  expect(identity.asked).toBe(1);
});

test('a check that started too long ago is not shared', async () => {
  let answer: (isOn: boolean) => void = () => undefined;
  const { identity, isOpen } = start(0, () => new Promise((resolve) => (answer = resolve)));
  const early = isOpen();
  const late = isOpen();
  identity.answer = async () => true;

  answer(false);

  expect([await early, await late]).toEqual([true, false]);
});

test('while identity does not respond, its last answer applies without a wait', async () => {
  const { identity, isOpen } = start(0, async () => true);
  expect(await isOpen()).toBe(false);

  identity.answer = away;
  expect(await isOpen()).toBe(false);
  identity.answer = never;
  expect([await isOpen(), await isOpen()]).toEqual([false, false]);
});

test('when identity responds again, its answer applies', async () => {
  const { identity, isOpen } = start(0, async () => true);
  await isOpen();
  identity.answer = away;
  await isOpen();

  identity.answer = async () => false;

  await eventually(async () => expect(await isOpen()).toBe(true));
});

test('one timer polls an identity that has never responded, regardless of the number of requests', async () => {
  jest.useFakeTimers();
  try {
    const { identity, isOpen } = start(0, away);

    for (let round = 0; round < 4; round += 1) {
      for (let requests = 0; requests < 10; requests += 1) expect(await isOpen()).toBe(true);
      await jest.advanceTimersByTimeAsync(250);
    }

    expect(identity.asked).toBe(5);
  } finally {
    jest.useRealTimers();
  }
});
