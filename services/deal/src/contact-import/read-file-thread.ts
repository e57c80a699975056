import { serialize } from 'node:v8';
import { AppError } from '@svc/chassis/errors/app-error';
import { type Refusal, toRefusal } from '@svc/chassis/errors/refusal';
import { type FilePreferences, type FileRequest, type ImportedFile, readFile } from './read-file.js';

/** Rows per batch: few enough to deserialize without blocking the event loop for long. */
const BATCH_ROWS = 500;

export interface FileJob {
  readonly preferences: FilePreferences;
  readonly request: FileRequest;
}

/** Rows in batches: deserializing all at once would block the event loop. */
export type FileOutcome =
  | ({ readonly ok: true; readonly batches: readonly Uint8Array[] } & Omit<ImportedFile, 'rows'>)
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Entry point of the threads, called by name. Refusals are returned, because an error thrown across threads loses its class.
 *
 * @public
 */
export async function readInThread({ preferences, request }: FileJob): Promise<FileOutcome> {
  try {
    const { rows, ...file } = await readFile(preferences, request);
    const batches: Uint8Array[] = [];
    for (let at = 0; at < rows.length; at += BATCH_ROWS) batches.push(serialize(rows.slice(at, at + BATCH_ROWS)));
    return { ok: true, batches, ...file };
  } catch (error) {
    if (error instanceof AppError) return { ok: false, refusal: toRefusal(error) };
    throw error;
  }
}
