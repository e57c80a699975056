import { decodeHTML } from 'entities';
import { Parser } from 'htmlparser2';
import { CUES_MAX, timeOf, WRITTEN_LENGTH_MAX, type WrittenCue } from './caption-cue.js';
import { secondsOf } from './timed-lines.js';

export type XmlCaptionFormat = 'srv1' | 'srv3' | 'ttml';

export type XmlFault = 'not_xml' | 'doctype_not_allowed' | 'too_deep';

export type XmlCaptions =
  { readonly format: XmlCaptionFormat; readonly cues: readonly WrittenCue[] } | { readonly fault: XmlFault };

type Attributes = Readonly<Record<string, string>>;

/** Cue element and times of a format, by the root element. */
interface Dialect {
  readonly format: XmlCaptionFormat;
  readonly cue: string;
  readonly timesOf: (attributes: Attributes, root: Attributes) => readonly [start: number | null, end: number | null];
}

const DIALECTS: ReadonlyMap<string, Dialect> = new Map<string, Dialect>([
  ['transcript', { format: 'srv1', cue: 'text', timesOf: ({ start, dur }) => spanOf(numberOf(start), numberOf(dur)) }],
  ['timedtext', { format: 'srv3', cue: 'p', timesOf: ({ t, d }) => spanOf(numberOf(t) / 1_000, numberOf(d) / 1_000) }],
  ['tt', { format: 'ttml', cue: 'p', timesOf: ttmlTimes }],
]);

/** Maximum nesting depth; captions use only a few levels. */
const DEPTH_MAX = 64;

/** Aborts the parser. */
class Refusal extends Error {
  readonly fault: XmlFault;

  constructor(fault: XmlFault) {
    super(fault);
    this.fault = fault;
  }
}

/** Parses captions of YouTube (srv1, srv3) and TTML, by their root element. Rejects declarations, so that no entity expands. */
export function readXmlCaptions(text: string): XmlCaptions {
  const reader = new CaptionReader();
  try {
    const parser = new Parser(reader, { xmlMode: true });
    parser.write(text);
    parser.end();
  } catch (error) {
    if (error instanceof Refusal) return { fault: error.fault };
    throw error;
  }
  return reader.dialect ? { format: reader.dialect.format, cues: reader.cues } : { fault: 'not_xml' };
}

class CaptionReader {
  dialect: Dialect | undefined;
  readonly cues: WrittenCue[] = [];
  #root: Attributes = {};
  #depth = 0;
  /** Depth of the open cue; 0 outside one. */
  #cueDepth = 0;
  #times: readonly [number | null, number | null] = [null, null];
  #text = '';

  onprocessinginstruction(name: string): void {
    if (name.startsWith('!')) throw new Refusal('doctype_not_allowed');
  }

  onopentag(qualifiedName: string, attributes: Attributes): void {
    const name = localName(qualifiedName);
    this.#depth += 1;
    if (this.#depth > DEPTH_MAX) throw new Refusal('too_deep');
    if (this.#depth === 1) {
      this.dialect = DIALECTS.get(name);
      this.#root = attributes;
      if (!this.dialect) throw new Refusal('not_xml');
    } else if (this.#cueDepth > 0) {
      if (name === 'br') this.#text += ' ';
    } else if (name === this.dialect?.cue) {
      this.#cueDepth = this.#depth;
      this.#times = this.dialect.timesOf(attributes, this.#root);
      this.#text = '';
    }
  }

  ontext(text: string): void {
    if (this.#cueDepth > 0 && this.#text.length <= WRITTEN_LENGTH_MAX) this.#text += text;
  }

  onclosetag(): void {
    if (this.#depth === this.#cueDepth) this.#endCue();
    this.#depth -= 1;
  }

  #endCue(): void {
    const [startSeconds, endSeconds] = this.#times;
    this.#cueDepth = 0;
    if (startSeconds === null || this.cues.length > CUES_MAX) return;
    const text = this.dialect?.format === 'srv1' ? decodeHTML(this.#text) : this.#text;
    this.cues.push({ startSeconds, endSeconds, text });
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function numberOf(text: string | undefined): number {
  return text !== undefined && /^\s{0,4}\d{1,12}(?:\.\d{1,9})?\s{0,4}$/.test(text) ? Number(text) : Number.NaN;
}

function spanOf(start: number, duration: number): readonly [number | null, number | null] {
  return [timeOf(start), timeOf(start + duration)];
}

function ttmlTimes({ begin, end, dur }: Attributes, root: Attributes): readonly [number | null, number | null] {
  const start = ttmlSeconds(begin, root);
  return [timeOf(start), timeOf(end === undefined ? start + ttmlSeconds(dur, root) : ttmlSeconds(end, root))];
}

/** Returns the seconds of a time expression (W3C TTML2, section 12.3.1); NaN for anything else. */
function ttmlSeconds(text: string | undefined, root: Attributes): number {
  const frameRate = positive(rootParameter(root, 'frameRate')) ?? 30;
  const clock = /^(?<hms>\d{2,4}:\d{2}:\d{2}(?:\.\d{1,9})?)(?::(?<frames>\d{1,3})(?:\.\d{1,3})?)?$/.exec(
    text ?? '',
  )?.groups;
  if (clock) return secondsOf(clock['hms'] ?? '') + Number(clock['frames'] ?? 0) / frameRate;
  const offset = /^(?<count>\d{1,15}(?:\.\d{1,9})?)(?<unit>h|ms|m|s|f|t)$/.exec(text ?? '')?.groups;
  const tickRate = positive(rootParameter(root, 'tickRate')) ?? 1;
  const units: Readonly<Record<string, number>> = {
    h: 3_600,
    m: 60,
    s: 1,
    ms: 0.001,
    f: 1 / frameRate,
    t: 1 / tickRate,
  };
  return Number(offset?.['count'] ?? Number.NaN) * (units[offset?.['unit'] ?? ''] ?? Number.NaN);
}

function rootParameter(root: Attributes, name: string): string | undefined {
  return Object.entries(root).find(([key]) => key.includes(':') && localName(key) === name)?.[1];
}

function positive(text: string | undefined): number | null {
  const value = numberOf(text);
  return value > 0 ? value : null;
}
