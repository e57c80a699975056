import type { Readable } from 'node:stream';

/** A stream with its exact number of bytes. */
export interface SizedStream {
  readonly stream: Readable;
  readonly bytes: number;
}

/** The chunks of the stream; throws when their size differs from the announced one. */
export async function* readSized({ stream, bytes }: SizedStream): AsyncGenerator<Uint8Array> {
  let received = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    received += chunk.byteLength;
    if (received > bytes) break;
    yield chunk;
  }
  if (received !== bytes)
    throw new Error(`The stream gave ${received > bytes ? 'more' : received} bytes, not ${bytes}.`);
}
