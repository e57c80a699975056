import { cleanText } from './clean-text.js';
import { redactSecrets } from './redact-secrets.js';

/** Maximum bytes of a result. */
export const RESULT_BYTES_MAX = 24 * 1_024;

/** Fields that grant access to anyone who has them, or that contain no text. */
const HELD_BACK = /^(?:shortUrl|directUrl|shareUrl|dataUrl|imageUrl|previewUrl)$|token$|secret$|^password$|apiKey$/i;
const DEPTH_MAX = 20;

/** A result as shown, stored and sent to the model: cleaned, without secrets, and cut to the available room. */
export function shownResult(output: unknown, bytesMax: number = RESULT_BYTES_MAX): unknown {
  const shown = cleaned(output, 0) ?? null;
  const text = JSON.stringify(shown);
  const bytes = Buffer.byteLength(text);
  if (bytes <= bytesMax) return shown;
  return `${cutBytes(text, bytesMax)} [cut: ${bytes} bytes in total. Ask for less, such as a smaller page.]`;
}

/** Bytes of a result in the prompt. */
export function resultBytes(shown: unknown): number {
  return Buffer.byteLength(JSON.stringify(shown));
}

/** A result in the prompt: data of a source, between marks that it cannot contain. */
export function resultBlock(source: string, shown: unknown, boundary: string): string {
  // Repeats, because removing a mark can form another.
  const text = JSON.stringify(shown).replaceAll(boundary, ' ');
  return `<<<${boundary} source=${source} untrusted\n${text}\n${boundary}>>>`;
}

function cleaned(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return redactSecrets(cleanText(value));
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (depth > DEPTH_MAX) return null;
  if (Array.isArray(value)) return value.map((item) => cleaned(item, depth + 1));
  const kept = Object.entries(value).filter(([name]) => !HELD_BACK.test(name));
  return Object.fromEntries(kept.map(([name, each]) => [cleanText(name), cleaned(each, depth + 1)]));
}

function cutBytes(text: string, bytes: number): string {
  // A high surrogate at the end would wait for its low one, which was cut off.
  return new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true });
}
