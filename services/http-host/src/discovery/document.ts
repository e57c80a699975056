import { createHash } from 'node:crypto';

/** A public document, ready to be sent. */
export interface Document {
  readonly path: string;
  readonly contentType: string;
  readonly body: Buffer;
  readonly etag: string;
  /** How the body is compressed; absent if it is not. */
  readonly contentEncoding?: string;
}

export function jsonDocument(path: string, value: object, contentType = 'application/json'): Document {
  return documentOf(path, contentType, JSON.stringify(value));
}

export function textDocument(
  path: string,
  text: string,
  contentType: `text/${'plain' | 'markdown' | 'html'}` | 'application/xml' = 'text/plain',
): Document {
  return documentOf(path, `${contentType}; charset=utf-8`, text);
}

function documentOf(path: string, contentType: string, text: string): Document {
  return fileDocument(path, contentType, Buffer.from(text));
}

export function fileDocument(path: string, contentType: string, body: Buffer): Document {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return { path, contentType, body, etag };
}
