import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import type { Document } from './document.js';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compressions, smallest result first. */
const ENCODINGS = ['br', 'gzip'] as const;

type Encoding = (typeof ENCODINGS)[number];

/** Almost the best compression, in a tenth of the time. */
const BROTLI = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};
const GZIP = { level: constants.Z_BEST_COMPRESSION };

/** A document that is the same for everyone. It is compressed once, off the event loop, on first use. */
export class CompressedDocument {
  readonly #plain: Document;
  readonly #encoded = new Map<Encoding, Promise<Document>>();

  constructor(plain: Document) {
    this.#plain = plain;
  }

  /** Returns the smallest form that the client accepts, and tells caches that the response depends on it. */
  async formFor(request: IncomingMessage, response: ServerResponse): Promise<Document> {
    response.appendHeader('Vary', 'Accept-Encoding');
    const accepted = new Negotiator(request).encodings([...ENCODINGS]);
    const encoding = ENCODINGS.find((one) => accepted.includes(one));
    return encoding === undefined ? this.#plain : this.#encodedAs(encoding);
  }

  #encodedAs(encoding: Encoding): Promise<Document> {
    const known = this.#encoded.get(encoding);
    if (known) return known;
    const encoded = this.#encode(encoding);
    this.#encoded.set(encoding, encoded);
    // The next request tries again.
    encoded.catch(() => this.#encoded.delete(encoding));
    return encoded;
  }

  async #encode(encoding: Encoding): Promise<Document> {
    const { body, etag } = this.#plain;
    const encoded = await (encoding === 'br' ? compressBrotli(body, BROTLI) : compressGzip(body, GZIP));
    if (encoded.length >= body.length) return this.#plain;
    // Each form has its own tag (RFC 9110 section 8.8.3).
    return { ...this.#plain, body: encoded, etag: etag.replace(/"$/, `-${encoding}"`), contentEncoding: encoding };
  }
}
