/** Copilot streams over HTTP, as raw text and as the `ai` package reads them. */
import { expect } from '@jest/globals';
import type { CallOptions } from '@svc/scripts/stack/http';
import { asSchema, readUIMessageStream, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from 'ai';

/** A streamed answer. */
export interface Stream {
  readonly status: number;
  readonly headers: Headers;
  /** Text received so far. */
  text(): string;
  /** Text of the answer so far, joined from its deltas. */
  said(): string;
  /** Resolves when the stream closes: complete or broken off. */
  readonly end: Promise<'ended' | 'broken'>;
  /** Disconnects mid-stream. */
  leave(): void;
}

const DONE = 'data: [DONE]\n\n';

/** Calls the gateway and reads the answer as it streams. */
export async function openStream(
  gatewayUrl: string,
  method: 'GET' | 'POST',
  path: string,
  { token, body, headers }: Pick<CallOptions, 'token' | 'body' | 'headers'>,
): Promise<Stream> {
  const leaving = new AbortController();
  const response = await fetch(`${gatewayUrl}${path}`, {
    method,
    signal: leaving.signal,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  let text = '';
  const read = async (): Promise<'ended' | 'broken'> => {
    const decoder = new TextDecoder();
    try {
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk as Uint8Array, { stream: true });
      return 'ended';
    } catch {
      return 'broken';
    }
  };
  const end = read();
  return {
    status: response.status,
    headers: response.headers,
    text: () => text,
    said: () => saidIn(text),
    end,
    leave: () => leaving.abort(),
  };
}

function saidIn(text: string): string {
  const whole = text.slice(0, text.lastIndexOf('\n\n') + 2).replace(DONE, '');
  return dataOf(whole)
    .map((line) => JSON.parse(line) as { type: string; delta?: string })
    .map(({ type, delta }) => (type === 'text-delta' ? delta : ''))
    .join('');
}

/** The data of each event; asserts that each is a single line. */
function dataOf(text: string): string[] {
  return text.split('\n\n').flatMap((event) => {
    if (event === '' || event.startsWith(':')) return [];
    expect(event).toMatch(/^data: [^\n\r]*$/);
    return event.slice('data: '.length);
  });
}

/** A complete stream, as its reader sees it. */
export interface Told {
  readonly events: readonly UIMessageChunk[];
  readonly message: UIMessage | undefined;
}

/**
 * Waits for a complete stream and returns its events and message, checked with the schema and the reader of the `ai`
 * package.
 */
export async function wholeOf(stream: Stream): Promise<Told> {
  expect([stream.status, await stream.end, stream.text()]).toEqual([
    200,
    'ended',
    expect.stringMatching(/\[DONE\]\n\n$/),
  ]);
  const events = await Promise.all(dataOf(stream.text().slice(0, -DONE.length)).map(toEvent));
  let message: UIMessage | undefined;
  const states = readUIMessageStream({ stream: ReadableStream.from(events), onError: () => undefined });
  for await (const state of states) message = structuredClone(state);
  return { events, message };
}

const SCHEMA = asSchema(uiMessageChunkSchema);

async function toEvent(line: string): Promise<UIMessageChunk> {
  const event: unknown = JSON.parse(line);
  const judged = await SCHEMA.validate?.(event);
  if (!judged?.success) throw new Error(`Not an event of the UI message stream: ${line}`, { cause: judged?.error });
  return judged.value;
}
