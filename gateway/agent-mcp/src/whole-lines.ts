import { Transform } from 'node:stream';

const NEWLINE = 0x0a;

/**
 * Passes lines on as wholes. A reader of messages that looks for the end of a line in all that has come so far would need minutes for
 * one with a large image, which comes in many small parts. A line longer than `bytesMax` ends the stream with an error.
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
