import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type Document, sendKept, textDocument } from '@svc/http-host/discovery/document';
import type { PageShell } from '@svc/http-host/pages/page-shell';
import type { Request, Response } from 'express';
import Negotiator from 'negotiator';

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

/** A page that is the same for everyone. It is compressed once, off the event loop, on first use. */
export class KeptPage {
  readonly plain: Document;
  readonly #encoded = new Map<Encoding, Promise<Document>>();

  constructor(path: string, text: string, contentType: 'text/html' | 'text/markdown') {
    this.plain = textDocument(path, text, contentType);
  }

  encodedAs(encoding: Encoding): Promise<Document> {
    const known = this.#encoded.get(encoding) ?? this.#encode(encoding);
    this.#encoded.set(encoding, known);
    return known;
  }

  async #encode(encoding: Encoding): Promise<Document> {
    const { body, etag } = this.plain;
    const encoded = await (encoding === 'br' ? compressBrotli(body, BROTLI) : compressGzip(body, GZIP));
    // Each form has its own tag (RFC 9110 section 8.8.3).
    return { ...this.plain, body: encoded, etag: etag.replace(/"$/, `-${encoding}"`), contentEncoding: encoding };
  }
}

/** Sends a page that caches may keep for a while, compressed for clients that accept it. */
export async function sendPage(shell: PageShell, page: KeptPage, request: Request, response: Response): Promise<void> {
  response.vary('Accept-Encoding');
  response.setHeader('Content-Security-Policy', shell.csp);
  response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  const accepted = new Negotiator(request).encodings([...ENCODINGS]);
  const encoding = ENCODINGS.find((one) => accepted.includes(one));
  const document = encoding === undefined ? page.plain : await page.encodedAs(encoding);
  sendKept(document, request, response, 'public, max-age=300');
}
