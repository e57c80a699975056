import { expect, test } from '@jest/globals';
import { createAdmission, type AdmissionOptions, type Admit } from './admission.js';
import { appError } from './errors/app-error.js';

const refusal = () => appError('UNAVAILABLE', 'There is no room.', { retryAfterSeconds: 2 });

const open = (options: Omit<AdmissionOptions, 'refusal'>): Admit => createAdmission({ ...options, refusal });

test('all enter while there is room, and wait in the order in which they came', async () => {
  const admit = open({ capacity: 100, waitingMax: 2, waitMs: 5_000 });
  const entered: string[] = [];
  const enter = async (name: string, room: number): Promise<() => void> => {
    const leave = await admit(room);
    entered.push(name);
    return leave;
  };
  const leaveFirst = await enter('first', 60);
  const leaveSecond = await enter('second', 40);

  const large = enter('large', 80);
  const small = enter('small', 10);
  leaveSecond();
  leaveSecond();
  await Promise.resolve();
  expect(entered).toEqual(['first', 'second']);

  leaveFirst();
  await Promise.all([large, small]);
  expect(entered).toEqual(['first', 'second', 'large', 'small']);
});

test('when too many wait, or there is no room in time, the answer is to come back', async () => {
  const admit = open({ capacity: 100, waitingMax: 1, waitMs: 20 });
  const refused = { kind: 'unavailable', code: 'UNAVAILABLE', retryAfterSeconds: 2 };
  const leave = await admit(100);

  const waiting = admit(50);
  await expect(admit(10)).rejects.toMatchObject(refused);
  await expect(waiting).rejects.toMatchObject(refused);

  leave();
  await expect(admit(100)).resolves.toEqual(expect.any(Function));
});

test('one that gives up does not keep smaller ones behind it', async () => {
  const admit = open({ capacity: 100, waitingMax: 5, waitMs: 50 });
  await admit(60);

  const large = admit(80);
  const small = admit(40);

  await expect(large).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(small.then(() => 'entered')).resolves.toBe('entered');
});

test('what needs more than all the room gets all of it', async () => {
  const admit = open({ capacity: 100, waitingMax: 1, waitMs: 20 });

  const leave = await admit(1_000);
  await expect(admit(1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  leave();

  await expect(admit(100)).resolves.toEqual(expect.any(Function));
});
