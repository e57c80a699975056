import { beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@svc/chassis/testing/eventually';
import { ChangeTeller } from './change-teller.js';

const AT_ONCE = { headStartMs: 0, spreadMs: 0 };

let tellings: string[];
let teller: ChangeTeller;

beforeEach(() => {
  tellings = [];
  teller = new ChangeTeller((key, version) => tellings.push(`${key} ${version}`), AT_ONCE);
});

/** Whatever was to be told before has been told when the last one is: all wait for the same time. */
async function tellLast(): Promise<string[]> {
  teller.heard('last', 1);
  await eventually(() => expect(tellings).toContain('last 1'));
  return tellings.slice(0, -1);
}

test('a change that nobody is known to have told of is told of once, however often it is heard of', async () => {
  teller.heard('a', 2);
  teller.heard('a', 2);
  teller.heard('b', 2);

  expect(tellings).toEqual([]);
  expect(await tellLast()).toEqual(['a 2', 'b 2']);
});

test('a change that another process has told of is not told of again, in whichever order the two are heard', async () => {
  teller.told('a', 2);
  teller.heard('a', 2);
  teller.heard('b', 2);
  teller.told('b', 3);

  expect(await tellLast()).toEqual([]);
});

test('a newer change than the one that was told of is told of, and an older one no more', async () => {
  teller.heard('a', 3);
  teller.told('a', 2);
  teller.heard('b', 2);
  teller.heard('b', 4);
  teller.heard('b', 3);

  expect(await tellLast()).toEqual(['a 3', 'b 4']);
});
