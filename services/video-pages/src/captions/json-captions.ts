import { at, isObject, listOf, parseJson } from '../metadata/json-text.js';
import { CUES_MAX, timeOf, WRITTEN_LENGTH_MAX, type WrittenCue } from './caption-cue.js';

export type JsonCaptionFormat = 'json3' | 'tiktok_json';

export interface JsonCaptions {
  readonly format: JsonCaptionFormat;
  readonly cues: readonly WrittenCue[];
}

/** Parses captions of YouTube (`events`) and TikTok (`utterances`); null for anything else. */
export function readJsonCaptions(text: string): JsonCaptions | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  if (Array.isArray(value['events'])) return { format: 'json3', cues: cuesOf(value['events'], readEvent) };
  if (Array.isArray(value['utterances']))
    return { format: 'tiktok_json', cues: cuesOf(value['utterances'], readUtterance) };
  return null;
}

function cuesOf(items: readonly unknown[], read: (item: unknown) => WrittenCue | null): WrittenCue[] {
  const cues: WrittenCue[] = [];
  for (const item of items) {
    const cue = read(item);
    if (cue) cues.push(cue);
    if (cues.length > CUES_MAX) break;
  }
  return cues;
}

function readEvent(event: unknown): WrittenCue | null {
  const segments = at(event, 'segs');
  const start = millisecondsOf(at(event, 'tStartMs'));
  // Window events have no segments, and appended events only add the line break of a rolling caption.
  if (!Array.isArray(segments) || start === null || at(event, 'aAppend') === 1) return null;
  const duration = at(event, 'dDurationMs');
  return {
    startSeconds: start,
    endSeconds: typeof duration === 'number' ? millisecondsOf(start * 1_000 + duration) : null,
    text: joined(listOf(segments).map((segment) => at(segment, 'utf8'))),
  };
}

function readUtterance(utterance: unknown): WrittenCue | null {
  const start = millisecondsOf(at(utterance, 'start_time'));
  if (start === null) return null;
  return {
    startSeconds: start,
    endSeconds: millisecondsOf(at(utterance, 'end_time')),
    text: joined([at(utterance, 'text')]),
  };
}

function millisecondsOf(value: unknown): number | null {
  return typeof value === 'number' ? timeOf(value / 1_000) : null;
}

function joined(parts: readonly unknown[]): string {
  let text = '';
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    if (text.length > WRITTEN_LENGTH_MAX) break;
  }
  return text;
}
