import { appendFileSync, closeSync, openSync } from 'node:fs';
import { createLogDestination, type LogDestination, type LogTarget } from '@svc/chassis/logging/log-destination';
import { SETTINGS } from '@svc/topology/settings';
import { createStream, type RotatingFileStream } from 'rotating-file-stream';

export interface LogFileLimits {
  /** Bytes after which a file is rotated to `<name>.log.1`. */
  readonly bytesMax: number;
  /** Rotated files to keep. */
  readonly filesMax: number;
}

/** The log of one process. Its output is written by this process, so that files can be rotated while it runs. */
export interface LogFile extends LogDestination {
  readonly path: string;
  /** Writes what is in memory, and closes the file until the next line. */
  close(): Promise<void>;
}

/** Opens the file and creates it now, so that missing permissions are detected at once. A full disk only loses lines. */
export function openLogFile(path: string, limits = readLimits()): LogFile {
  closeSync(openSync(path, 'a', 0o600));
  const describeLoss = (lines: number): string =>
    JSON.stringify({ level: 'warn', time: new Date().toISOString(), msg: 'log lines were dropped', lines });
  const target = fileTarget(path, limits);
  const destination = createLogDestination(target, describeLoss);
  const close = async (): Promise<void> => {
    await destination.flush();
    await target.close();
  };
  return Object.assign(destination, { path, close });
}

/** The installation's settings; the defaults while they are invalid, which the startup reports. */
function readLimits({ LOG_FILE_BYTES_MAX, LOG_FILES_MAX } = process.env): LogFileLimits {
  const bytes = SETTINGS.LOG_FILE_BYTES_MAX.safeParse(LOG_FILE_BYTES_MAX || undefined);
  const files = SETTINGS.LOG_FILES_MAX.safeParse(LOG_FILES_MAX || undefined);
  return {
    bytesMax: bytes.data ?? SETTINGS.LOG_FILE_BYTES_MAX.parse(undefined),
    filesMax: files.data ?? SETTINGS.LOG_FILES_MAX.parse(undefined),
  };
}

function fileTarget(
  path: string,
  { bytesMax, filesMax }: LogFileLimits,
): LogTarget & { readonly close: () => Promise<void> } {
  let stream: RotatingFileStream | undefined;
  const open = (): RotatingFileStream => {
    const name = (index: unknown): string => (typeof index === 'number' ? `${path}.${index}` : path);
    const opened = createStream(name, { size: `${bytesMax}B`, rotate: filesMax, mode: 0o600 });
    // Each write reports its own failure, after which the stream is unusable.
    opened.on('error', () => undefined);
    return opened;
  };
  return {
    write(block) {
      stream ??= open();
      const current = stream;
      return new Promise<void>((resolve, reject) => {
        current.write(block, (error) => {
          if (!error) return resolve();
          if (stream === current) stream = undefined;
          reject(error);
        });
      });
    },
    writeNow: (block) => appendFileSync(path, block, { mode: 0o600 }),
    async close() {
      const current = stream;
      stream = undefined;
      if (current) await new Promise<void>((resolve) => current.end(() => resolve()));
    },
  };
}
