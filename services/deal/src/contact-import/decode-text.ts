import { isUtf8 } from 'node:buffer';
import type { YieldToEventLoop } from '../imports/event-loop-yield.js';

/** Bytes per slice: few enough not to block the event loop. */
const SLICE_BYTES = 65_536;

/**
 * Decodes a file, slice by slice, in the usual encodings of address books: UTF-8 and UTF-16 with or without a byte order mark, else Windows-1252.
 * Drops characters that the database cannot store.
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
  // A heading begins with an ASCII character, which UTF-16 pads with a zero byte.
  if (second === 0 && first !== 0) return 'utf-16le';
  if (first === 0 && second !== 0) return 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}
