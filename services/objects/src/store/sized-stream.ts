import type { Readable } from 'node:stream';

/** A stream and the exact number of bytes that it will give. */
export interface SizedStream {
  readonly stream: Readable;
  readonly bytes: number;
}

/** The chunks of the stream; throws when they are not as many bytes as were announced. */
export async function* readSized({ stream, bytes }: SizedStream): AsyncGenerator<Uint8Array> {
  let given = 0;
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    given += chunk.byteLength;
    if (given > bytes) break;
    yield chunk;
  }
  if (given !== bytes) throw new Error(`The stream gave ${given > bytes ? 'more' : given} bytes, not ${bytes}.`);
}
