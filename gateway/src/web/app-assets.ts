import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { type Document, fileDocument } from '@svc/http-host/discovery/document';
import { sendKept } from '@svc/http-host/discovery/send-document';
import type { RequestHandler } from 'express';
import Negotiator from 'negotiator';

/** Suffixes of the compressed variants that the build writes, smallest first. */
const VARIANTS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
const PLAIN = 'identity';

/** A file and its compressed variants, by encoding. */
type Asset = ReadonlyMap<string, Pick<Document, 'body' | 'etag'>>;

/**
 * Serves the files of a folder from memory, because they are small: changes of the folder while the process runs have no effect. Other names are left
 * to the next handler. Throws when the folder cannot be read.
 */
export function keepAssets(folder: URL, cacheControl: string): RequestHandler {
  const assets = readAssets(folder);
  return (request, response, next) => {
    const asset = assets.get(request.path.slice(1));
    if (!asset) return next();
    if (asset.size > 1) response.vary('Accept-Encoding');
    const encoding = encodingFor(request.headers['accept-encoding'], asset);
    const kept = asset.get(encoding);
    if (!kept) return next();
    const contentType = response.type(extname(request.path)).getHeader('Content-Type');
    const document = {
      ...kept,
      contentType: String(contentType),
      ...(encoding !== PLAIN && { contentEncoding: encoding }),
    };
    sendKept(document, request, response, cacheControl);
  };
}

function readAssets(folder: URL): ReadonlyMap<string, Asset> {
  const names = readdirSync(folder);
  const read = (name: string) => fileDocument(name, '', readFileSync(new URL(encodeURIComponent(name), folder)));
  const isVariant = (name: string): boolean => VARIANTS.some(([, ending]) => name.endsWith(ending));
  return new Map(
    names
      .filter((name) => !isVariant(name))
      .map((name) => {
        const variants = VARIANTS.filter(([, ending]) => names.includes(name + ending));
        const encoded = variants.map(([encoding, ending]) => [encoding, read(name + ending)] as const);
        return [name, new Map([...encoded, [PLAIN, read(name)]])];
      }),
  );
}

/** The smallest accepted variant; the plain file for clients that name none. */
function encodingFor(accepted: string | undefined, asset: Asset): string {
  if (accepted === undefined) return PLAIN;
  const available = [...asset.keys()];
  const taken = new Negotiator({ headers: { 'accept-encoding': accepted } }).encodings(available);
  return available.find((encoding) => taken.includes(encoding)) ?? PLAIN;
}
