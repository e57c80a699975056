import type { Said } from '../models/ask-model.js';
import { textOf, type MessagePart } from './message-parts.js';

/** Tokens of all that a model is told. A token has three bytes or more in the languages that people write. */
const PROMPT_TOKENS_MAX = 32_000;
const TOKEN_BYTES = 3;

/** A message that was said before, and how its turn ended. */
export interface EarlierMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly MessagePart[];
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
    const text = textOf(parts);
    if (text === '' || (role === 'assistant' && status === 'failed')) continue;
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

function tokensOf(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / TOKEN_BYTES);
}
