import { type CallContext, currentCall, runInCall } from '@svc/chassis/calls/call-context';
import { parseInput } from '@svc/chassis/schemas/parse-input';
import type { z } from 'zod';
import type { EventAnswer } from './event-stream.js';
import type { ProducedFile, RoutedOperation, SmallFile, StreamedFile } from './http-operation.js';
import { type OperationAnswer, versionOf } from './operation-answer.js';

/** A call of an operation. */
export interface OperationRun<Input extends z.ZodObject> {
  /** Timeout in milliseconds; shorter if an outer call has an earlier deadline. */
  readonly timeoutMs: number;
  /** The context of the call, except its operation and times. */
  readonly context: Omit<CallContext, 'deadline' | 'startedAt' | 'replayed'>;
  /** Reads the unparsed input, as part of the call. */
  readonly readInput: () => unknown;
  /** Returns the output, which is then reduced to the fields of the operation's `output`, or the file or events to send instead. */
  readonly run: (input: z.output<Input>, context: CallContext) => Promise<unknown>;
}

/** Runs an operation as a separate call. Rejects with VALIDATION_ERROR for invalid input, and with the errors of `run`. */
export function runOperationCall<Input extends z.ZodObject>(
  operation: RoutedOperation & { readonly input: Input },
  { timeoutMs, context: details, readInput, run }: OperationRun<Input>,
): Promise<OperationAnswer> {
  const context: CallContext = {
    operation: operation.name,
    ...details,
    startedAt: performance.now(),
    deadline: Math.min(Date.now() + timeoutMs, currentCall()?.deadline ?? Infinity),
  };
  return runInCall(context, async () => {
    const input = parseInput(operation.input, await readInput());
    const answer = answerOf(operation, await run(input, context));
    return { ...answer, replayed: context.replayed === true };
  });
}

function answerOf({ http, output }: RoutedOperation, result: unknown): OperationAnswer {
  if (http.fileTypes) return { file: result as SmallFile | StreamedFile };
  if (http.produces) return { produced: result as ProducedFile };
  if (http.events) return { events: result as EventAnswer | undefined };
  return { output: output?.parse(result), version: versionOf(result) };
}
