import { decodeHTML } from 'entities';
import { CUES_MAX, timeOf, WRITTEN_LENGTH_MAX, type WrittenCue } from './caption-cue.js';

const CLOCK = String.raw`(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}`;
const TIMING = new RegExp(String.raw`^\s{0,8}(${CLOCK})[ \t]{0,8}-->[ \t]{0,8}(${CLOCK})(?:\s|$)`);
const INDEX = /^\d{1,9}$/;
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:\s|$)/;
const TIMESTAMP_MAP = /^X-TIMESTAMP-MAP=/;
const MPEG_CLOCK_HZ = 90_000;
const EXACT_DIGITS = 15;
const ENDS_IN_DIGIT = /\d$/;
const ZERO = 0x30;
/** Separators between digits, as offsets from the character zero. */
const COLON = 0x3a - ZERO;
const DOT = 0x2e - ZERO;
const COMMA = 0x2c - ZERO;

/** Whether a text starts with the WebVTT header. */
export function isWebVtt(text: string): boolean {
  return /^WEBVTT(?:\s|$)/.test(text);
}

/** Whether one of the first lines is a cue timing. */
export function hasTiming(text: string): boolean {
  return linesOf(text.slice(0, 10_000)).some((line) => TIMING.test(line));
}

/** Parses WebVTT (W3C WebVTT; `X-TIMESTAMP-MAP` from RFC 8216, section 3.5). */
export function readWebVtt(text: string): WrittenCue[] {
  const lines = linesOf(text);
  const header = isWebVtt(text) ? lines.slice(0, Math.max(lines.indexOf(''), 0)) : [];
  const map = header.find((line) => TIMESTAMP_MAP.test(line));
  const offset = map === undefined ? 0 : offsetOf(map);
  return readBlocks(lines, offset, (payload) => {
    const text = payload.includes('<') ? payload.replace(/<[^<>]*>/g, '') : payload;
    return text.includes('&') ? decodeHTML(text) : text;
  });
}

/** Parses SubRip. */
export function readSubRip(text: string): WrittenCue[] {
  return readBlocks(linesOf(text), 0, (payload) => payload.replace(/<\/?[a-z][^<>]*>|\{\\[^{}]*\}/gi, ''));
}

function linesOf(text: string): string[] {
  return text.includes('\r') ? text.split(/\r\n|\r|\n/) : text.split('\n');
}

function readBlocks(lines: readonly string[], offset: number, textOf: (payload: string) => string): WrittenCue[] {
  const cues: WrittenCue[] = [];
  for (let at = 0; at < lines.length && cues.length <= CUES_MAX;) {
    const line = lines[at] ?? '';
    if (OTHER_BLOCK.test(line)) {
      at = endOfBlock(lines, at);
      continue;
    }
    const times = line.includes('-->') ? TIMING.exec(line) : null;
    at += 1;
    if (!times) continue;
    const start = timeOf(secondsOf(times[1] ?? '') + offset);
    const end = timeOf(secondsOf(times[2] ?? '') + offset);
    const behind = endOfPayload(lines, at);
    if (start !== null) {
      const payload = behind === at + 1 ? (lines[at] ?? '') : lines.slice(at, behind).join('\n');
      cues.push({ startSeconds: start, endSeconds: end, text: textOf(payload.slice(0, WRITTEN_LENGTH_MAX * 4)) });
    }
    at = behind;
  }
  return cues;
}

function endOfBlock(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at] !== '') at += 1;
  return at;
}

/** Returns where a cue's text ends: at an empty line or, if that is missing, before the next cue with its index. */
function endOfPayload(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.trim() !== '') {
    const line = lines[at] ?? '';
    if (line.includes('-->') && TIMING.test(line)) return INDEX.test(lines[at - 1] ?? '') && at > from ? at - 1 : at;
    at += 1;
  }
  return at;
}

/** Returns the seconds of `1:02:03.400`, `02:03,4` or `2:03`; NaN for anything else. */
export function secondsOf(clock: string): number {
  // Up to this many digits, the result equals that of `Number` exactly.
  if (clock.length > EXACT_DIGITS || !ENDS_IN_DIGIT.test(clock)) return secondsOfAny(clock);
  let seconds = 0;
  let number = 0;
  let scale = 0;
  for (let at = 0; at < clock.length; at += 1) {
    const digit = clock.charCodeAt(at) - ZERO;
    if (digit >= 0 && digit <= 9) {
      number = number * 10 + digit;
      scale *= 10;
    } else if (digit === COLON && scale === 0) {
      seconds = seconds * 60 + number;
      number = 0;
    } else if ((digit === DOT || digit === COMMA) && scale === 0) scale = 1;
    else return secondsOfAny(clock);
  }
  return seconds * 60 + (scale === 0 ? number : number / scale);
}

function secondsOfAny(clock: string): number {
  const parts = clock.split(':');
  const last = parts.pop() ?? '';
  return parts.reduce((seconds, part) => seconds * 60 + Number(part), 0) * 60 + Number(last.replace(',', '.'));
}

/** Returns the offset of a stream segment's cues in seconds. */
function offsetOf(map: string): number {
  const clock = /MPEGTS:(\d{1,12})/.exec(map)?.[1];
  const local = /LOCAL:([\d:.]{1,16})/.exec(map)?.[1];
  const offset = Number(clock ?? Number.NaN) / MPEG_CLOCK_HZ - secondsOf(local ?? '');
  return Number.isFinite(offset) ? offset : 0;
}
