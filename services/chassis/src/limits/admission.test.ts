import { expect, test } from '@jest/globals';
import { appError } from '../errors/app-error.js';
import { type AdmissionOptions, type Admit, createAdmission } from './admission.js';

const refusal = () => appError('UNAVAILABLE', 'There is no room.', { retryAfterSeconds: 2 });

const open = (options: Omit<AdmissionOptions, 'refusal'>): Admit => createAdmission({ ...options, refusal });

test('callers enter while there is room, and then wait in order of arrival', async () => {
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

test('when too many wait, or there is no room in time, the caller is refused', async () => {
  const admit = open({ capacity: 100, waitingMax: 1, waitMs: 20 });
  const refused = { kind: 'unavailable', code: 'UNAVAILABLE', retryAfterSeconds: 2 };
  const leave = await admit(100);

  const waiting = admit(50);
  await expect(admit(10)).rejects.toMatchObject(refused);
  await expect(waiting).rejects.toMatchObject(refused);

  leave();
  await expect(admit(100)).resolves.toEqual(expect.any(Function));
});

test('a caller that times out does not block smaller ones behind it', async () => {
  const admit = open({ capacity: 100, waitingMax: 5, waitMs: 50 });
  await admit(60);

  const large = admit(80);
  const small = admit(40);

  await expect(large).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(small.then(() => 'entered')).resolves.toBe('entered');
});

test('a caller that leaves frees its place in the queue', async () => {
  const admit = open({ capacity: 100, waitingMax: 2, waitMs: 5_000 });
  const gone = new Error('The caller has gone.');
  const caller = new AbortController();
  const leave = await admit(60);
  const large = admit(80, [], caller.signal);
  const small = admit(40);

  caller.abort(gone);

  await expect(large).rejects.toBe(gone);
  await expect(small).resolves.toEqual(expect.any(Function));
  await expect(admit(60, [], caller.signal)).rejects.toBe(gone);
  leave();
  await expect(admit(60)).resolves.toEqual(expect.any(Function));
});

test('a request for more than the maximum gets all of it', async () => {
  const admit = open({ capacity: 100, waitingMax: 1, waitMs: 20 });

  const leave = await admit(1_000);
  await expect(admit(1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  leave();

  await expect(admit(100)).resolves.toEqual(expect.any(Function));
});

test('later claimants alternate with one that fills the queue', async () => {
  const admit = open({ capacity: 1, waitingMax: 20, waitMs: 5_000 });
  const entered: string[] = [];
  const enter = (name: string): Promise<void> =>
    admit(1, [name]).then((leave) => {
      entered.push(name);
      leave();
    });
  const leave = await admit(1, ['flood']);

  const all = ['flood', 'flood', 'flood', 'flood', 'ann', 'ann', 'ben'].map(enter);
  leave();
  await Promise.all(all);

  expect(entered).toEqual(['flood', 'ann', 'ben', 'flood', 'ann', 'flood', 'flood']);
});

test('a claimant has all the room when alone, and a quarter of it while others wait', async () => {
  const admit = open({ capacity: 8, waitingMax: 100, waitMs: 5_000 });
  const held = Array.from({ length: 8 }, () => admit(1, ['ann']));
  const leaves = await Promise.all(held);
  const inside = { ann: 8, ben: 0, cleo: 0 };
  for (const name of ['ann', 'ben', 'cleo'] as const) {
    // Refuses the callers still waiting when the test ends.
    for (let i = 0; i < 8; i += 1)
      void admit(1, [name]).then(
        () => (inside[name] += 1),
        () => undefined,
      );
  }

  for (const leave of leaves) {
    leave();
    inside.ann -= 1;
  }
  await new Promise(setImmediate);

  expect(inside.ann).toBeLessThanOrEqual(3);
  expect(inside.ben).toBeGreaterThanOrEqual(2);
  expect(inside.cleo).toBeGreaterThanOrEqual(2);
  expect(inside.ann + inside.ben + inside.cleo).toBe(8);
});

test('a claimant can be limited to a part of the room', async () => {
  const admit = open({ capacity: 4, eachMax: 2, waitingMax: 10, waitMs: 20 });
  const [leave] = await Promise.all([admit(1, ['ann']), admit(1, ['ann'])]);

  const third = admit(1, ['ann']);
  await expect(admit(1, ['ben'])).resolves.toEqual(expect.any(Function));
  leave();

  await expect(third).resolves.toEqual(expect.any(Function));
});

test('a queue filled by one network still has places for others', async () => {
  const admit = open({ capacity: 1, waitingMax: 8, waitMs: 5_000 });
  await admit(1);
  const refused: string[] = [];
  const wait = (claimant: string[]): void => void admit(1, claimant).catch(() => refused.push(claimant.join(' ')));

  // Each from a different network of the same provider.
  for (let i = 1; i <= 9; i += 1) wait(['flood', `${i}`]);
  wait(['ann', 'home']);
  wait(['flood', '10']);
  await new Promise(setImmediate);

  expect(refused).toEqual(['flood 9', 'flood 8', 'flood 10']);
});

test('a request that does not fit is skipped once its time is up', async () => {
  const admit = open({ capacity: 10, waitingMax: 8, waitMs: 40 });
  await admit(5, ['other']);

  const large = admit(10, ['ann']);
  const small = admit(1, ['ben']);

  await expect(large).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await expect(small).resolves.toEqual(expect.any(Function));
});
