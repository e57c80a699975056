import { type AppError, appError } from '@svc/chassis/errors/app-error';

/** Maximum bytes of a body without a limit on its number of values. */
const FREE_BYTES = 262_144;

/** Maximum values of a larger body; parsing and validating more would block other requests. */
const VALUES_MAX = 50_000;

/** Maximum nesting; accepted inputs have at most half of it. */
const DEPTH_MAX = 64;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Scans the bytes of a JSON text as they arrive, in one pass and without parsing, to refuse text that would be costly to parse. The parser decides
 * whether it is valid JSON.
 */
export class JsonShape {
  #bytes = 0;
  #values = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Throws PAYLOAD_TOO_LARGE for too many values in a large body, VALIDATION_ERROR for excessive nesting. */
  add(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    for (let at = 0; at < chunk.length;)
      at = this.#isInString ? this.#passString(chunk, at) : this.#passRest(chunk, at);
    if (this.#depth > DEPTH_MAX) throw tooDeep();
    if (this.#bytes > FREE_BYTES && this.#values > VALUES_MAX) throw tooManyValues();
  }

  /** Returns the index of the string's end, or of the chunk's. */
  #passString(chunk: Uint8Array, from: number): number {
    let isEscaped = this.#isEscaped;
    for (let at = from; at < chunk.length; at += 1) {
      if (isEscaped) isEscaped = false;
      else if (chunk[at] === BACKSLASH) isEscaped = true;
      else if (chunk[at] === QUOTE) {
        this.#isInString = false;
        this.#isEscaped = false;
        return at + 1;
      }
    }
    this.#isEscaped = isEscaped;
    return chunk.length;
  }

  /** Returns the index of the next string, or of the chunk's end. Each of these characters precedes at most one value. */
  #passRest(chunk: Uint8Array, from: number): number {
    let values = 0;
    let depth = this.#depth;
    let at = from;
    for (; at < chunk.length && depth <= DEPTH_MAX && chunk[at] !== QUOTE; at += 1) {
      const byte = chunk[at];
      if (byte === COMMA || byte === COLON) values += 1;
      else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
        values += 1;
        depth += 1;
      } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth -= 1;
    }
    this.#values += values;
    this.#depth = depth;
    this.#isInString = at < chunk.length;
    return depth > DEPTH_MAX ? chunk.length : at + 1;
  }
}

function tooManyValues(): AppError {
  const message = `A body of more than ${FREE_BYTES} bytes may hold at most ${VALUES_MAX} values. Send fewer at a time.`;
  return appError('PAYLOAD_TOO_LARGE', message, { details: [{ path: '', message }] });
}

function tooDeep(): AppError {
  const message = `The body is nested more than ${DEPTH_MAX} levels deep. Send it flatter.`;
  return appError('VALIDATION_ERROR', message, { details: [{ path: '', message }] });
}
