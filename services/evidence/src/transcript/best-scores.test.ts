import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { BestScores } from './best-scores.js';

test('a skipped score is never among the best, of which equal ones are kept in order', () => {
  const scores = fc.array(fc.constantFrom(0, 0.1, 0.4, 0.55, 0.85, 1), { maxLength: 60 });
  fc.assert(
    fc.property(scores, fc.integer({ min: 1, max: 8 }), (all, countMax) => {
      const best = new BestScores(countMax);
      const taken = all.filter((score) => {
        const counts = score > best.least;
        best.add(score);
        return counts;
      });

      const bestOf = (some: readonly number[]): number[] => some.filter((score) => score > 0).toSorted((a, b) => b - a).slice(0, countMax);
      expect(bestOf(taken)).toEqual(bestOf(all));
      expect(best.least).toBe(bestOf(all)[countMax - 1] ?? 0);
    }),
  );
}); // prettier-ignore
