import { isUtf8 } from 'node:buffer';
import type { YieldToEventLoop } from '../imports/event-loop-yield.js';

/** Bytes that are decoded at once: little enough to be read within a turn. */
const SLICE_BYTES = 65_536;

/**
 * The text of a file, slice by slice, in whichever encoding people's programs save address books: UTF-8 and UTF-16 with or without a
 * byte order mark, and Windows-1252, which every other sequence of bytes is taken for. Characters that no database keeps are left out.
 */
export async function* decodeText(bytes: Uint8Array, yieldToEventLoop: YieldToEventLoop): AsyncGenerator<string> {
  const decoder = new TextDecoder(encodingOf(bytes));
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true }).replaceAll('\0', '');
    await yieldToEventLoop();
  }
  yield decoder.decode();
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // The first character of a heading is of ASCII, which in UTF-16 has a zero byte after or before it.
  if (second === 0 && first !== 0) return 'utf-16le';
  if (first === 0 && second !== 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
