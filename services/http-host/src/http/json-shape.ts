import { appError, type AppError } from '@svc/chassis/errors/app-error';

/** Bodies up to this size may hold as many values as fit in. */
const FREE_BYTES = 262_144;

/** Values of a larger body; parsing and checking more would hold up everybody else. */
const VALUES_MAX = 50_000;

/** Levels of nesting; no input that is taken has more than half of them. */
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
 * Follows the bytes of a JSON text as they arrive, in one pass and without parsing them, to refuse what would be costly to parse.
 * Whether it is JSON at all is for the parser to say.
 */
export class JsonShape {
  #bytes = 0;
  #values = 0;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  /** Throws PAYLOAD_TOO_LARGE for too many values in a large body, VALIDATION_ERROR for nesting beyond reason. */
  add(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    for (let at = 0; at < chunk.length;)
      at = this.#isInString ? this.#passString(chunk, at) : this.#passRest(chunk, at);
    if (this.#depth > DEPTH_MAX) throw tooDeep();
    if (this.#bytes > FREE_BYTES && this.#values > VALUES_MAX) throw tooManyValues();
  }

  /** Answers where the string ends, or the chunk. */
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

  /** Answers where the next string begins, or the chunk ends. After each of these characters stands a value, or none at most once. */
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
