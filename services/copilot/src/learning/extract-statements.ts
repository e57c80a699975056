import { createHash } from 'node:crypto';
import { redactSecrets } from '../tools/redact-secrets.js';

/** Maximum length of a statement. */
export const STATEMENT_MAX = 280;
/** Maximum statements from one message. */
const STATEMENTS_MAX = 5;
/** Maximum length of a sentence's opening, before its statement. */
const LEAD_MAX = 40;
const WORDS_MIN = 2;

/** A statement of a user that may be worth remembering. */
export interface Statement {
  readonly text: string;
  readonly kind: 'preference' | 'fact';
  /** Initial confidence, between 0 and 1. */
  readonly weight: number;
  /** The user asked the copilot to remember it. */
  readonly isExplicit: boolean;
}

const WEIGHTS = { explicit: 0.9, correction: 0.5, preference: 0.35, choice: 0.2 };

/** Openings of sentences that ask to remember or correct something. Sentences have single spaces. */
const EXPLICIT =
  /^(?:please )?(?:remember|note|keep in mind|don['’]t forget)(?: that| this| for next time)?(?=[ :,])/iu;
const CORRECTION = /^(?:no|nope|wrong|not quite|actually|that['’]s (?:wrong|not right))(?=[ ,:;–—-])/iu;
const LEAD = /^[ ,:;–—-]+(?:(?:i said|i meant|it['’]s) )?/iu;
const PREFERENCE =
  /^(?:(?:i|we)\s+(?:always|usually|normally|generally|never|only|prefer|like|love|hate|dislike|don['’]t|do not|work|use|charge|invoice|report|need|want)\b|(?:my|our)\s+[^,;]{1,80}\s(?:is|are)\s)/iu;
const CHOICE = /^(?:please\s+)?(?:use|keep|show|write|answer|format|sort|group|call|list|round|report|make)\s/iu;

/** Orders to the copilot are never remembered, because they would be part of every later prompt. */
const ORDER =
  /\b(?:ignore|disregard|override|approve|accept|confirm|delete|remove|erase|send|forward|pay|transfer|share|publish|invite|password|secret|token)/iu;
const ADDRESS = /:\/\/|\bwww\.|\S@\S|\b[a-z0-9-]{1,63}\.(?:com|net|org|io|co|app|dev|link|ly|me|tv|example)\b/iu;

/** Extracts statements worth remembering from a message, by rules. Takes time linear in the message. */
export function extractStatements(message: string): Statement[] {
  const found = new Map<string, Statement>();
  for (const sentence of sentencesOf(message)) {
    const statement = toStatement(sentence);
    if (statement) found.set(hashOf(statement.text).toString('hex'), statement);
    if (found.size === STATEMENTS_MAX) break;
  }
  return [...found.values()];
}

/** Identifies a statement by its words alone. */
export function hashOf(statement: string): Buffer {
  return createHash('sha256').update(wordsOf(statement).join(' ')).digest();
}

/** The words of a text, without case, punctuation and filler words. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/['’]/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !FILLERS.has(word));
}

const FILLERS = new Set(['please', 'really', 'just', 'that', 'the', 'a', 'an', 'very', 'also', 'so']);

/** Whether a statement is fit to be remembered. */
function isHarmless(statement: string): boolean {
  return (
    !ORDER.test(statement) &&
    !ADDRESS.test(statement) &&
    redactSecrets(statement) === statement &&
    !statement.includes('[redacted:')
  );
}

function sentencesOf(message: string): string[] {
  return message.split(/(?<=[.!?])\s|\n/u).map((sentence) => sentence.replaceAll(/\s+/gu, ' ').trim());
}

function toStatement(sentence: string): Statement | undefined {
  if (sentence.length > STATEMENT_MAX + LEAD_MAX || sentence.endsWith('?')) return undefined;
  const explicit = behind(EXPLICIT, sentence);
  const correction = explicit === undefined ? behind(CORRECTION, sentence) : undefined;
  const text = withoutEnd(explicit ?? correction ?? sentence);
  const isPreference = PREFERENCE.test(text);
  const isChoice = CHOICE.test(text);
  if (explicit === undefined && !isPreference && !isChoice) return undefined;
  if (text.length > STATEMENT_MAX || wordsOf(text).length < WORDS_MIN || !isHarmless(text)) return undefined;
  const said = isPreference ? 'preference' : 'choice';
  return {
    text,
    kind: isPreference || isChoice ? 'preference' : 'fact',
    weight: WEIGHTS[explicit === undefined ? (correction === undefined ? said : 'correction') : 'explicit'],
    isExplicit: explicit !== undefined,
  };
}

/** The statement after a sentence's opening; undefined for a sentence without an opening. */
function behind(beginning: RegExp, sentence: string): string | undefined {
  const length = beginning.exec(sentence)?.[0].length;
  return length === undefined ? undefined : sentence.slice(length).replace(LEAD, '');
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && ' .!,;:'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}
