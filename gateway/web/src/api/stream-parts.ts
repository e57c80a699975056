import type { Input } from './operations.js';

/** Streaming operations. */
export type StreamName = 'copilot.send_message' | 'copilot.retry_turn' | 'copilot.follow_turn';

/** A part of the UI message stream v1. */
export type StreamPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** How a stream ended: complete, cut off, or never started. */
export type StreamEnd = 'whole' | 'cut' | 'none';

export interface StreamOptions {
  readonly onPart: (part: StreamPart) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Reads an operation's stream: this app's reader, or a test's. */
export type ReadStream = <Name extends StreamName>(
  name: Name,
  input: Input<Name>,
  options: StreamOptions,
) => Promise<StreamEnd>;
