import type { Input } from './operations.js';

/** Operations that tell what happens while it happens. */
export type StreamName = 'copilot.send_message' | 'copilot.retry_turn' | 'copilot.follow_turn';

/** A part of the UI message stream v1. */
export type StreamPart = Readonly<Record<string, unknown>> & { readonly type: string };

/** How a stream has ended: whole, in the middle, or there was none. */
export type StreamEnd = 'whole' | 'cut' | 'none';

export interface StreamOptions {
  readonly onPart: (part: StreamPart) => void;
  readonly signal?: AbortSignal | undefined;
}

/** Reads the stream of an operation: the reader of this app, or one of a test. */
export type ReadStream = <Name extends StreamName>(
  name: Name,
  input: Input<Name>,
  options: StreamOptions,
) => Promise<StreamEnd>;
