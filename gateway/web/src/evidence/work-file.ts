import { askedIn, requestOf } from './asked.js';
import type { Candidate } from './evidence-types.js';
import { type KnownVideo, type NewRow, NO_WORK, type Row, type Work } from './work.js';

const FORMAT = 'viewcheck-candidate-json-v1';
/** Limits of a candidates file, the same in every program that reads one. */
const BYTES_MAX = 5_000_000;
const ROWS_MAX = 200;

/** Fields of a row that the tool accepts; it refuses all others. */
const FIELDS = [
  'candidateId',
  'url',
  'canonicalUrl',
  'canonicalKey',
  'platform',
  'contentKind',
  'startSeconds',
  'accountHandle',
  'title',
  'caption',
  'firstComment',
  'transcriptCues',
  'transcriptSource',
  'viewCount',
  'viewCountText',
  'published',
  'publishedText',
  'durationSeconds',
  'foundVia',
  'directProof',
  'candidateCaptureHint',
  'screenshotSelector',
  'waitForSelector',
  'captureClip',
] as const satisfies readonly (keyof Candidate)[];

/** The contents of a file, before the tool checks its rows. */
export interface ReadFile extends Omit<Work, 'rows' | 'sent'> {
  readonly rows: readonly NewRow[];
}

/** The work as a candidates file; `known` names the deal and video of a row. */
export function writeWorkFile(work: Work, at: Date): string {
  return JSON.stringify({ ...contentOf(work), generatedAt: at.toISOString() }, null, 2);
}

function contentOf({ asked, acceptsOtherDays, rows }: Work) {
  const request = requestOf(asked);
  return { format: FORMAT, request, ...(acceptsOtherDays && { acceptsOtherDays }), candidates: rows };
}

/** Reads a file of candidates. Throws a sentence for people. */
export async function readWorkFile(file: File): Promise<ReadFile> {
  if (file.type.startsWith('image/')) throw new Error("Open a video's row before you add a screenshot.");
  if (file.size > BYTES_MAX) throw new Error('The file is larger than 5 MB. Split it into parts.');
  return readContent(parse((await file.text()).replace(/^\uFEFF/, '')));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("The file isn't JSON. Choose one written by Save or by the command that collects candidates.");
  }
}

function readContent(content: unknown): ReadFile {
  if (!isRecord(content) || content['format'] !== FORMAT) {
    throw new Error(`The file isn't a list of candidates: its format must be ${FORMAT}.`);
  }
  const { request, candidates } = content;
  if (!Array.isArray(candidates)) throw new Error('The file must have a list named candidates.');
  if (candidates.length > ROWS_MAX) throw new Error('The file has more than 200 candidates. Split it into parts.');
  return {
    asked: askedIn(isRecord(request) ? request : {}),
    acceptsOtherDays: content['acceptsOtherDays'] === true,
    rows: candidates.filter(isRecord).map(readRow),
  };
}

/** Values are passed on unchanged: the tool refuses those of the wrong type, with their path. */
function readRow(row: Readonly<Record<string, unknown>>): NewRow {
  const filled = FIELDS.filter((field) => row[field] !== undefined);
  const { proofScreenshots, known } = row;
  return {
    ...(Object.fromEntries(filled.map((field) => [field, row[field]])) as Candidate),
    proofScreenshots: Array.isArray(proofScreenshots) ? (proofScreenshots as NewRow['proofScreenshots']) : [],
    ...(isKnownVideo(known) && { known }),
  };
}

function isKnownVideo(value: unknown): value is KnownVideo {
  return isRecord(value) && typeof value['dealName'] === 'string';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The draft of the work in this browser: a candidates file, and the unanswered calls. An unreadable draft is ignored. */
export const AS_DRAFT = {
  read(text: string): Work {
    try {
      const content = parse(text);
      const { rows, ...read } = readContent(content);
      const sent = isRecord(content) && Array.isArray(content['sent']) ? (content['sent'] as Work['sent']) : [];
      return { ...read, sent, rows: rows.filter((row): row is Row => typeof row.candidateId === 'string') };
    } catch {
      return NO_WORK;
    }
  },
  write: (work: Work): string => (isEmpty(work) ? '' : JSON.stringify({ ...contentOf(work), sent: work.sent })),
};

export function isEmpty({ asked, rows }: Work): boolean {
  return rows.length === 0 && Object.keys(requestOf(asked)).length === 0;
}
