import type { Said } from '../models/ask-model.js';
import { redactSecrets } from '../redact-secrets.js';
import { textOf, type SaidPart } from './message-parts.js';

/** Tokens of all that a model is told. A token has three bytes or more in the languages that people write. */
const PROMPT_TOKENS_MAX = 32_000;
const TOKEN_BYTES = 3;
/** Characters of the name of a deal. */
const NAME_MAX = 200;

/** A message that was said before, and how its turn ended. */
export interface EarlierMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly SaidPart[];
  readonly status: string;
}

/**
 * What a model is told: who it is, then as many of the messages as there is room for, oldest first. The first of `newestFirst` is the one
 * to answer and always among them; answers of turns that failed are not.
 */
export function toPrompt(appName: string, newestFirst: readonly EarlierMessage[]): Said[] {
  const instruction: Said = { role: 'system', text: instructionFor(appName) };
  let left = PROMPT_TOKENS_MAX - tokensOf(instruction.text);
  const said: Said[] = [];
  for (const { role, parts, status } of newestFirst) {
    const words = textOf(parts);
    if (words === '' || (role === 'assistant' && status === 'failed')) continue;
    const text = dealLineOf(parts) + words;
    left -= tokensOf(text);
    if (left < 0 && said.length > 0) break;
    said.push({ role, text });
  }
  return [instruction, ...said.toReversed()];
}

function instructionFor(appName: string): string {
  return [
    `You are the copilot of ${appName}, a product for people who manage sponsored-content deals.`,
    'Answer in the language of the user, briefly, in CommonMark without HTML and without images.',
    'You cannot see or change records of the user yet: say so when they ask for it, and never make up deals, views or amounts.',
  ].join(' ');
}

/** Says which deal the user looked at. Its name may be another person's words: one line of plain characters, in quotes. */
function dealLineOf(parts: readonly SaidPart[]): string {
  const deal = parts.find((part) => part.type === 'data-deal')?.data;
  if (!deal) return '';
  const name = redactSecrets(deal.name)
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, NAME_MAX)
    .toWellFormed();
  return `The user is looking at the deal ${JSON.stringify(name)} (id ${deal.id}).\n\n`;
}

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / TOKEN_BYTES);
}
