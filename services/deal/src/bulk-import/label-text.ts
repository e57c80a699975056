/** Names and promo codes in the texts around pasted links. */
import { readGivenCode } from './suggested-code.js';

export const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/** Bullets, also several (`- # Anna`). */
const BULLETS = /^(?:(?:[-*+•·‣◦–—>#]{1,6}|\d{1,4}[.)])(?: |$)){1,4}/u;

/** Emphasis in the Markdown of chats. Signs within a word, as in `SAVE_20`, are part of it. */
const EMPHASIS = [
  /\*\*(?! )([^*]+)(?<! )\*\*/g,
  /~~(?! )([^~]+)(?<! )~~/g,
  /`([^`]+)`/g,
  /(?<![\p{L}\p{N}*])\*(?! )([^*]+)(?<! )\*(?![\p{L}\p{N}*])/gu,
  /(?<![\p{L}\p{N}_])__(?! )([^_]+)(?<! )__(?![\p{L}\p{N}_])/gu,
  /(?<![\p{L}\p{N}_@])_(?! )([^_]+)(?<! )_(?![\p{L}\p{N}_])/gu,
];

/** Returns a text without bullets and Markdown around it and around its parts. */
export function plainText(text: string): string {
  const flat = EMPHASIS.reduce((rest, emphasis) => rest.replace(emphasis, '$1'), text.replace(BULLETS, ''));
  return flat.replace(BULLETS, '');
}

const CODE = /^(?:promo[ -]?code|promo|code) ?[:：] ?(?<code>.*)$/iu;

/** Returns the code of a plain text that is nothing else, such as `CODE: X`; empty in `CODE:`, and null in other texts. */
export function readCodeText(plain: string): string | null {
  return CODE.exec(plain)?.groups?.['code'] ?? null;
}

export interface Label {
  readonly name: string | null;
  /** The code that the label ends with, as in `Anna code: X`. */
  readonly promoCode: string | null;
}

/** Separators between a label and its links: `Anna:`, `Anna -`. */
const SEPARATORS = new Set([' ', ':', '-', '–', '—', '|', ',', ';', '=', '>', '→']);

/** Reads a plain text before links or on a line of its own. It has no name if it is, for example, an arrow or a row of dashes. */
export function readLabel(plain: string): Label {
  if (!LETTER_OR_DIGIT.test(plain)) return { name: null, promoCode: null };
  let end = plain.length;
  while (SEPARATORS.has(plain.charAt(end - 1))) end -= 1;
  const label = plain.slice(0, end);
  const name = label.startsWith('[') && label.endsWith(']') ? label.slice(1, -1) : label;
  return readGivenCode(name) ?? { name, promoCode: null };
}

/** Words that describe a video or its state, and name no deal. */
const DESCRIPTIONS = new Set(
  [
    'video videos vid vids clip clips reel reels short shorts story stories post posts part ep episode link links url day week',
    'youtube yt tiktok tt instagram insta ig facebook fb x twitter threads twitch snapchat pinterest linkedin',
    'first second third last main long new old final vertical horizontal and the on of for no nr',
    'view views like likes done live posted published online up sent pending todo paid open yes ok na none tbd',
    'monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun today yesterday tomorrow',
    'january february march april may june july august september october november december',
    'jan feb mar apr jun jul aug sep sept oct nov dec usd eur gbp',
  ].flatMap((words) => words.split(' ')),
);
const NUMBER = /^\p{N}+(?:k|m|st|nd|rd|th)?$/iu;
const DESCRIPTION_LENGTH_MAX = 100;

/** Whether a text only describes a video, such as `Video 2`, `TikTok:`, `Monday` or `12K views`, and does not name a deal. */
export function isDescription(text: string): boolean {
  if (text.length > DESCRIPTION_LENGTH_MAX) return false;
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  return words.every((word) => DESCRIPTIONS.has(word) || NUMBER.test(word));
}

const GREETING = /^(?:hi|hey|hello|dear|good morning|hallo|hei|hej|hola|salut|ciao)(?: [^,!]{1,40})?[,!]/iu;
const INTRODUCTION_WORDS_MIN = 5;

/** Whether a plain line above links only introduces them: a greeting, or a longer text with a colon. */
export function isIntroduction(plain: string): boolean {
  if (GREETING.test(plain)) return true;
  return plain.endsWith(':') && plain.split(' ', INTRODUCTION_WORDS_MIN).length === INTRODUCTION_WORDS_MIN;
}
