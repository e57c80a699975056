import { expect, test } from '@jest/globals';
import { appError } from '@svc/chassis/errors/app-error';
import { retryWhileDatabaseBusy } from './retry-while-database-busy.js';

const patience = { tries: 3, pauseMs: 1, signal: new AbortController().signal };

/** Fails this often, then returns the number of tries. */
function failing(times: number, code: Parameters<typeof appError>[0] = 'UNAVAILABLE') {
  let tries = 0;
  const work = (): Promise<number> => {
    tries += 1;
    return tries > times ? Promise.resolve(tries) : Promise.reject(appError(code, `Try ${tries} has failed.`));
  };
  return { work, tries: () => tries };
}

test('an UNAVAILABLE error is retried', async () => {
  expect(await retryWhileDatabaseBusy(failing(2).work, patience)).toBe(3);
});

test('after the last try its error is thrown', async () => {
  await expect(retryWhileDatabaseBusy(failing(3).work, patience)).rejects.toMatchObject({
    message: 'Try 3 has failed.',
  });
});

test('other errors are not retried', async () => {
  const refused = failing(1, 'CONFLICT');

  await expect(retryWhileDatabaseBusy(refused.work, patience)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(refused.tries()).toBe(1);
});

test('nothing is retried once the signal is aborted', async () => {
  const leaving = new AbortController();
  const away = failing(2);
  const tried = retryWhileDatabaseBusy(away.work, { ...patience, pauseMs: 60_000, signal: leaving.signal });
  leaving.abort('stopped');

  await expect(tried).rejects.toBe('stopped');
  expect(away.tries()).toBe(1);
});
