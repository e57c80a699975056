import type { Readable } from 'node:stream';
import { CandidateInput } from '@svc/evidence/schemas/candidate-input';
import { ScreenshotRow } from '@svc/evidence/schemas/prior-rows';
import { RequestInput } from '@svc/evidence/schemas/request';
import type { Warning } from '@svc/evidence/schemas/tool-output';
import { z } from 'zod';
import { CommandFailure } from '../command-failure.js';
import { readBounded } from './read-bounded.js';

export const CANDIDATE_FORMAT = 'viewcheck-candidate-json-v1';
const BYTES_MAX = 5_000_000;
const CANDIDATES_MAX = 200;

/** A row of a candidate file, including its proof. */
const CandidateRow = CandidateInput.extend({ proofScreenshots: z.array(ScreenshotRow).max(200).optional() });

const CandidateFile = z.object({
  format: z.literal(CANDIDATE_FORMAT, `must be ${CANDIDATE_FORMAT}`),
  request: RequestInput.strip().default({}),
  candidates: z.array(CandidateRow.strip()).max(CANDIDATES_MAX),
});

/** Fields that `collect` writes and the reader ignores. */
const KNOWN_FIELDS = new Set([
  'format',
  'request',
  'candidates',
  'generatedAt',
  'status',
  'liveWrites',
  'persistentViewLogWrites',
  'requestReadiness',
  'targets',
  'rejected',
  'duplicates',
  'warnings',
]);

export type CandidateRow = z.output<typeof CandidateRow>;

export interface ReadCandidates {
  readonly request: RequestInput;
  readonly candidates: readonly CandidateRow[];
  /** Warnings about unknown fields. */
  readonly warnings: readonly Warning[];
}

/** Reads a candidate file, or standard input for `-`. Throws CANDIDATE_FILE_INVALID with the path of the invalid value. */
export async function readCandidateFile(path: string, stdin: Readable): Promise<ReadCandidates> {
  const content = parse(await readText(path, stdin));
  const read = CandidateFile.safeParse(content);
  if (!read.success) {
    const details = read.error.issues.map((issue) => ({
      path: issue.path.map(String).join('.'),
      message: issue.message,
    }));
    const [first] = details;
    throw invalid(`${first?.path || 'The file'} ${first?.message}.`, details);
  }
  return { request: read.data.request, candidates: read.data.candidates, warnings: warnOfUnknown(content) };
}

async function readText(path: string, stdin: Readable): Promise<string> {
  try {
    return await readBounded(path, stdin, BYTES_MAX);
  } catch (cause) {
    if (cause instanceof RangeError) throw invalid(`The file must have at most ${BYTES_MAX} bytes.`);
    if (cause instanceof TypeError) throw invalid('The file must be UTF-8.');
    throw invalid(`The file cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown reason'}).`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw invalid('The file must be JSON.');
  }
}

function warnOfUnknown(content: unknown): Warning[] {
  const { candidates } = content as { readonly candidates: readonly object[] };
  const unknown = [
    ...Object.keys(content as object).filter((name) => !KNOWN_FIELDS.has(name)),
    ...candidates.flatMap((row, index) =>
      Object.keys(row)
        .filter((name) => !(name in CandidateRow.shape))
        .map((name) => `candidates.${index}.${name}`),
    ),
  ];
  return unknown
    .slice(0, 50)
    .map((path) => ({ code: 'unknown_field', path, message: 'is not a field of the format and is ignored.' }));
}

function invalid(message: string, details?: CommandFailure['details']): CommandFailure {
  return new CommandFailure('CANDIDATE_FILE_INVALID', `--candidate-json: ${message}`, details ? { details } : {});
}
