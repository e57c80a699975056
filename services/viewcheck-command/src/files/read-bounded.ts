import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';

/**
 * Reads a file, or standard input for `-`, as UTF-8 without a byte order mark. Throws RangeError when too large, TypeError when not UTF-8.
 */
export async function readBounded(path: string, stdin: Readable, bytesMax: number): Promise<string> {
  const source = path === '-' ? stdin : createReadStream(path);
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    const part = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    bytes += part.length;
    if (bytes > bytesMax) throw new RangeError('too large');
    chunks.push(part);
  }
  return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
}
