import { wordsOf } from './extract-statements.js';

/** Words that negate a statement. */
const NEGATIONS = new Set(['no', 'not', 'never', 'dont', 'doesnt', 'wont', 'hate', 'dislike', 'without', 'stop']);
/** Words that qualify a statement without naming its subject. */
const ATTITUDES = new Set(['i', 'we', 'my', 'our', 'always', 'usually', 'normally', 'generally', 'only', 'do', 'does']);
const TASTES = new Set(['prefer', 'like', 'love', 'want', 'use']);
/** Minimum share of their combined words that contradicting statements have in common. */
const ALIKE = 0.6;

/** Whether two statements contradict each other, judging by their words: one negates the other, or they use opposites. */
export function contradicts(statement: string, earlier: string): boolean {
  const [one, other] = [readSense(statement), readSense(earlier)];
  if (one.topic.size === 0 || other.topic.size === 0) return false;
  const shared = [...one.topic].filter((word) => other.topic.has(word)).length;
  const likeness = shared / (one.topic.size + other.topic.size - shared);
  if (one.isNegated !== other.isNegated) return likeness >= ALIKE;
  const isTurned = [...one.topic].join(' ') !== [...other.topic].join(' ');
  return likeness === 1 && isTurned && (one.topic.has('over') || one.topic.has('than') || one.topic.has('instead'));
}

function readSense(text: string): { readonly topic: ReadonlySet<string>; readonly isNegated: boolean } {
  const words = wordsOf(text);
  const isNegated = words.filter((word) => NEGATIONS.has(word)).length % 2 === 1;
  const topic = words.filter((word) => !NEGATIONS.has(word) && !ATTITUDES.has(word) && !TASTES.has(word));
  return { topic: new Set(topic), isNegated };
}
