import { runInCall } from '@svc/chassis/call-context';
import { requestIdOf } from '@svc/chassis/http/begin-request';
import { parseInput } from '@svc/chassis/http/parse-input';
import { readIdempotencyKey } from '@svc/chassis/http/request-headers';
import { inRequestSpan } from '@svc/chassis/http/request-span';
import type { ImageIntake } from '@svc/chassis/images/image-intake';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import { createPhotoLink } from '../links/create-link.js';
import { findSeenLink } from '../links/link-list-repo.js';
import { toShortLink } from '../links/link-view.js';
import type { HostParts } from './host-parts.js';
import type { Identify } from './host-routes.js';
import { linkFields, Slug } from './link-schemas.js';
import { newLinkFields, withoutEmptySlug } from './new-link-fields.js';
import { photoOf, receiveImage } from './receive-image.js';
import { unauthorized } from './run-host-operation.js';
import { write } from './write.js';

const OPERATION = 'short_links.create_photo';

const Fields = z.strictObject({ slug: Slug, ...linkFields, dealId: z.uuid().nullable().optional() });

/**
 * Photos that signed-in users upload on the dashboard: the gateway streams the body here, as images do not travel over gRPC. Which
 * deal the link belongs to has been checked by the gateway when it comes in the query.
 */
export function dashboardPhotos(parts: HostParts, identify: Identify, images: ImageIntake): RequestHandler {
  const run = async (request: Request, response: Response): Promise<void> => {
    const caller = await identify(request);
    if (caller.kind !== 'user') throw unauthorized('Sign in first.');
    const { principal } = caller;
    const key = readIdempotencyKey(request);
    const context = {
      requestId: requestIdOf(response),
      operation: OPERATION,
      principal,
      // An upload may be slow; the intake bounds how slow.
      deadline: Date.now() + 150_000,
      signal: new AbortController().signal,
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    const link = await runInCall(context, async () => {
      const { fields, image } = await receiveImage(images, request);
      const given = parseInput(Fields, withoutEmptySlug(fields));
      const wanted = { ...newLinkFields(given), photo: photoOf(image) };
      return write(parts, 'dashboard_photo', { ...wanted, photo: wanted.photo.sha256 }, async (tx) => {
        const maker = { kind: 'user', userId: principal.userId } as const;
        const created = await createPhotoLink(tx, maker, wanted);
        const seen = await findSeenLink(tx, principal, created.link.id);
        if (!seen) throw new Error('The new link is not there.');
        return toShortLink(principal, seen, parts.addresses);
      });
    });
    response.status(201).json(link);
  };
  return (request, response) => inRequestSpan(request, response, OPERATION, () => run(request, response));
}
