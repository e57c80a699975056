import { Transform } from 'node:stream';

const NEWLINE = 0x0a;

/**
 * Buffers chunks until a line is complete. Without this, the MCP library would search all buffered data for the end of the line after each chunk,
 * which takes minutes for a message with a large image. A line longer than `bytesMax` ends the stream with an error.
 */
export function wholeLines(bytesMax: number): Transform {
  let parts: Buffer[] = [];
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      const rest = chunk.subarray(end);
      if (end > 0) {
        this.push(Buffer.concat([...parts, chunk.subarray(0, end)]));
        parts = [];
        bytes = 0;
      }
      if (rest.length > 0) parts.push(rest);
      bytes += rest.length;
      done(bytes > bytesMax ? new Error(`A message has more than ${bytesMax} bytes.`) : null);
    },
  });
}
