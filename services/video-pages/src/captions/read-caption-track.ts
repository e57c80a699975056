import { type Cue, CUES_MAX, type WrittenCue } from './caption-cue.js';
import { readJsonCaptions } from './json-captions.js';
import { readTranscript } from './plain-transcript.js';
import { tidyCues } from './tidy-cues.js';
import { hasTiming, isWebVtt, readSubRip, readWebVtt } from './timed-lines.js';
import { readXmlCaptions, type XmlFault } from './xml-captions.js';

export const CAPTION_FORMATS = ['vtt', 'srt', 'json3', 'srv1', 'srv3', 'ttml', 'tiktok_json', 'text'] as const;

export type CaptionFormat = (typeof CAPTION_FORMATS)[number];

/** A fetched or pasted track. */
export interface CaptionTrackSource {
  /** `auto` detects the format. For XML, JSON and timed lines the body determines the exact format, regardless of this value. */
  readonly format: CaptionFormat | 'auto';
  readonly language: string | null;
  /** `asr` for machine-generated captions. */
  readonly kind: string | null;
  readonly body: string;
}

export type CaptionFault = XmlFault | 'too_long' | 'not_json' | 'no_cues' | 'too_many_cues';

export interface ReadCaptionTrack {
  /** Detected format; null when unknown. */
  readonly format: CaptionFormat | null;
  readonly language: string | null;
  readonly kind: string | null;
  /** Ordered by time, without repetitions; at most 20,000. */
  readonly cues: readonly Cue[];
  /** Why cues are missing; empty on success. */
  readonly errors: readonly CaptionFault[];
  /** Whether cues were truncated. */
  readonly isCut: boolean;
}

interface WrittenTrack {
  readonly format: CaptionFormat | null;
  readonly cues: readonly WrittenCue[];
  readonly fault?: CaptionFault;
}

const BODY_LENGTH_MAX = 4_194_304;

/** Parses a caption track. Never throws: an unreadable track has no cues and an error. */
export function readCaptionTrack({ format, language, kind, body }: CaptionTrackSource): ReadCaptionTrack {
  const written = body.length > BODY_LENGTH_MAX ? faulty('too_long') : readBody(format, body.replace(/^\ufeff/, ''));
  const { cues, isCut } = tidyCues(written.cues.slice(0, CUES_MAX));
  const fault = written.fault ?? (cues.length === 0 ? 'no_cues' : undefined);
  const errors = [...(fault ? [fault] : []), ...(written.cues.length > CUES_MAX ? (['too_many_cues'] as const) : [])];
  return { format: written.format, language, kind, cues, errors, isCut };
}

function readBody(format: CaptionTrackSource['format'], body: string): WrittenTrack {
  switch (format) {
    case 'auto':
      return readBody(detectFormat(body), body);
    case 'json3':
    case 'tiktok_json':
      return readJsonCaptions(body) ?? faulty('not_json');
    case 'srv1':
    case 'srv3':
    case 'ttml': {
      const captions = readXmlCaptions(body);
      return 'fault' in captions ? faulty(captions.fault) : captions;
    }
    case 'vtt':
    case 'srt':
      return isWebVtt(body) ? { format: 'vtt', cues: readWebVtt(body) } : { format, cues: readLines(format, body) };
    default:
      return { format, cues: readTranscript(body) };
  }
}

function readLines(format: 'vtt' | 'srt', body: string): WrittenCue[] {
  return format === 'vtt' ? readWebVtt(body) : readSubRip(body);
}

function detectFormat(body: string): CaptionFormat {
  if (isWebVtt(body)) return 'vtt';
  const first = /^\s*(\S)/.exec(body.slice(0, 1_000))?.[1];
  if (first === '{') return 'json3';
  if (first === '<') return 'srv3';
  return hasTiming(body) ? 'srt' : 'text';
}

function faulty(fault: CaptionFault): WrittenTrack {
  return { format: null, cues: [], fault };
}
