import { Readable, Writable } from 'node:stream';
import type { CommandEnvironment } from '../command-environment.js';
import { runCommand } from '../run-command.js';

export interface CommandRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** The JSON document printed to stdout. */
  readonly document: Document;
}

/** A document with the fields that tests use. */
export interface Document {
  readonly [field: string]: unknown;
  readonly status: string;
  readonly targets: readonly Record<string, unknown>[];
  readonly candidates: readonly Record<string, unknown>[];
}

/** Runs the command with these arguments, and captures its output. */
export async function runCommandWith(
  argv: readonly string[],
  environment: Partial<CommandEnvironment> = {},
): Promise<CommandRun> {
  const [stdout, stderr] = [new Caught(), new Caught()];
  const exitCode = await runCommand({
    argv,
    env: { CAPTURE_NO_SANDBOX: String(process.getuid?.() === 0) },
    stdin: Readable.from([]),
    folder: process.cwd(),
    interrupted: new AbortController().signal,
    ...environment,
    stdout,
    stderr,
  });
  const { text } = stdout;
  return {
    exitCode,
    stdout: text,
    stderr: stderr.text,
    get document() {
      return JSON.parse(text) as Document;
    },
  };
}

class Caught extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
