import type { IncomingMessage, ServerResponse } from 'node:http';
import { appError } from '@svc/chassis/errors/app-error';
import { CompressedDocument } from './compressed-document.js';
import type { Document } from './document.js';

/**
 * Sends the document to any client, from any page, in the smallest form that the client accepts. Throws METHOD_NOT_ALLOWED for methods that do not
 * read.
 */
export async function sendDocument(
  document: Document | CompressedDocument,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.setHeader('Access-Control-Expose-Headers', 'Link, ETag');
  if (request.method === 'OPTIONS') {
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD');
    response.setHeader('Access-Control-Allow-Headers', 'Content-Type, If-None-Match');
    response.statusCode = 204;
    response.end();
    return;
  }
  const form = document instanceof CompressedDocument ? await document.formFor(request, response) : document;
  sendKept(form, request, response);
}

/**
 * Responds to a read with a cacheable response, for an hour unless `cacheControl` says otherwise, or with 304 to a client that already has it. Throws
 * METHOD_NOT_ALLOWED for other methods.
 */
export function sendKept(
  { contentType, contentEncoding, body, etag }: Omit<Document, 'path'>,
  request: IncomingMessage,
  response: ServerResponse,
  cacheControl = 'public, max-age=3600',
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    throw appError('METHOD_NOT_ALLOWED', 'This document is read-only. Send GET.');
  }
  response.setHeader('Content-Type', contentType);
  if (contentEncoding !== undefined) response.setHeader('Content-Encoding', contentEncoding);
  response.setHeader('Cache-Control', cacheControl);
  response.setHeader('ETag', etag);
  if (isKnown(request.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    response.end();
  } else {
    response.setHeader('Content-Length', body.length).end(request.method === 'HEAD' ? undefined : body);
  }
}

/** Whether `If-None-Match` contains the tag; proxies that compress mark it as weak (RFC 9110 section 13.1.2). */
function isKnown(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}

/** Handler for one document; mount it for all methods. */
export function serveDocument(document: Document) {
  const compressed = new CompressedDocument(document);
  return (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    sendDocument(compressed, request, response);
}
