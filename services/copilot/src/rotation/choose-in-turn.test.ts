import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { chooseInTurn } from './choose-in-turn.js';

const roundOf = (choices: readonly { name: string; weight: number }[], turns: number) =>
  Array.from({ length: turns }, (_, turn) => chooseInTurn(choices, turn)?.name).join('');

test('heavier candidates are chosen more often, but not in a row', () => {
  const choices = [
    { name: 'a', weight: 3 },
    { name: 'b', weight: 1 },
    { name: 'c', weight: 2 },
  ];

  expect(roundOf(choices, 12)).toBe('acabcaacabca');
  expect(roundOf([], 1)).toBe('');
});

test('each round has every candidate as often as its weight, from any start', () => {
  const weights = fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(weights, fc.nat(), (each, from) => {
      const choices = each.map((weight, at) => ({ at, weight }));
      const turns = each.reduce((all, weight) => all + weight, 0);
      const counts = each.map(() => 0);
      for (let turn = from; turn < from + turns; turn += 1) {
        const chosen = chooseInTurn(choices, turn);
        if (chosen) counts[chosen.at] = (counts[chosen.at] ?? 0) + 1;
      }

      expect(counts).toEqual(each);
    }),
  );
});
