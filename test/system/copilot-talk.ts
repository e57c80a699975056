/** Streams of the copilot over HTTP, as a client gets them and as the package `ai` reads them. */
import { expect } from '@jest/globals';
import { asSchema, readUIMessageStream, uiMessageChunkSchema, type UIMessage, type UIMessageChunk } from 'ai';
import type { CallOptions } from '@svc/scripts/stack/http';

/** An answer that comes piece by piece. */
export interface Stream {
  readonly status: number;
  readonly headers: Headers;
  /** What has come so far. */
  text(): string;
  /** The text of the answer so far, put together from its deltas. */
  said(): string;
  /** Resolves when nothing comes any more: whether it ended, or broke off. */
  readonly end: Promise<'ended' | 'broken'>;
  /** Goes away in the middle of it. */
  leave(): void;
}

const DONE = 'data: [DONE]\n\n';

/** Calls the gateway, and reads what it answers while it comes. */
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

/** The data of each event, of which each is one line. */
function dataOf(text: string): string[] {
  return text.split('\n\n').flatMap((event) => {
    if (event === '' || event.startsWith(':')) return [];
    expect(event).toMatch(/^data: [^\n\r]*$/);
    return event.slice('data: '.length);
  });
}

/** A stream that has ended, as its reader has it. */
export interface Told {
  readonly events: readonly UIMessageChunk[];
  readonly message: UIMessage | undefined;
}

/** Everything that a stream has told, once it has ended whole, judged by the schema and the reader of the package `ai`. */
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
  if (!judged?.success) throw new Error(`No event of the UI message stream: ${line}`, { cause: judged?.error });
  return judged.value;
}
