import { optionalPart } from '@svc/chassis/grpc/optional-part';
import { z } from 'zod';
import type { Clients } from '../run/clients.js';

const Bytes = {
  bytes: z.int().describe('Total size of the files as uploaded.'),
  bytesMax: z.int().describe('Maximum total size.'),
};
const Counted = z.object({
  count: z.int().describe('Current number.'),
  countMax: z.int().describe('Maximum number.'),
  ...Bytes,
});

/** Storage of a user, with its limits. */
export const Usage = z
  .object({
    screenshots: Counted.nullable().describe('Screenshots, including reserved ones without an image.'),
    templates: Counted.nullable().describe('Message and deal templates, with their attachments.'),
    photos: z.object(Bytes).nullable().describe('Photos behind short links.'),
  })
  .describe('Your storage usage and limits; null where currently unavailable.');

/** Queries all services that store data, in parallel. */
export async function readUsage(
  clients: Pick<Clients, 'screenshotUsage' | 'templateUsage' | 'photoUsage'>,
): Promise<z.output<typeof Usage>> {
  // A replica of the previous release lacks the method.
  const ask = ({ getUsage }: Clients['photoUsage']) =>
    optionalPart((quickly) => quickly(() => getUsage({}))).catch(() => null);
  const [screenshots, templates, photos] = await Promise.all([
    ask(clients.screenshotUsage),
    ask(clients.templateUsage),
    ask(clients.photoUsage),
  ]);
  return {
    screenshots: screenshots && countedOf(screenshots),
    templates: templates && countedOf(templates),
    photos: photos && { bytes: photos.bytes, bytesMax: photos.bytesMax },
  };
}

function countedOf(usage: Awaited<ReturnType<Clients['photoUsage']['getUsage']>>): z.output<typeof Counted> {
  const { records, recordsMax, bytes, bytesMax } = usage;
  return { count: records, countMax: recordsMax ?? 0, bytes, bytesMax };
}
