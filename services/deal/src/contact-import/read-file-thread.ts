import { serialize } from 'node:v8';
import { AppError } from '@svc/chassis/errors/app-error';
import { toRefusal, type Refusal } from '@svc/chassis/errors/refusal';
import { readFile, type FilePreferences, type FileRequest, type ImportedFile } from './read-file.js';

/** Rows that are handed over in one piece: few enough to be taken over within a turn. */
const PIECE_ROWS = 500;

export interface FileJob {
  readonly preferences: FilePreferences;
  readonly request: FileRequest;
}

/** Rows in pieces of their own: taking over all of them at once would hold up everybody else. */
export type FileOutcome =
  | ({ readonly ok: true; readonly pieces: readonly Uint8Array[] } & Omit<ImportedFile, 'rows'>)
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * What the threads run, which find it by its name. Refusals are returned: a thrown one arrives without its class.
 *
 * @public
 */
export async function readInThread({ preferences, request }: FileJob): Promise<FileOutcome> {
  try {
    const { rows, ...file } = await readFile(preferences, request);
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < rows.length; at += PIECE_ROWS) pieces.push(serialize(rows.slice(at, at + PIECE_ROWS)));
    return { ok: true, pieces, ...file };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, refusal: toRefusal(error) };
    throw error;
  }
}
