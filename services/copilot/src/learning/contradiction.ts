import { wordsOf } from './extract-statements.js';

/** Words that turn what is said into its opposite. */
const NEGATIONS = new Set(['no', 'not', 'never', 'dont', 'doesnt', 'wont', 'hate', 'dislike', 'without', 'stop']);
/** Words that say how a thing is meant and not which. */
const ATTITUDES = new Set(['i', 'we', 'my', 'our', 'always', 'usually', 'normally', 'generally', 'only', 'do', 'does']);
const TASTES = new Set(['prefer', 'like', 'love', 'want', 'use']);
/** Of all words of both, those that both must have. */
const ALIKE = 0.6;

/** Whether two statements cannot both hold, as far as their words tell: one says no to what the other says, or they turn it around. */
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
