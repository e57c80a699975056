import { optionalPart } from '@svc/chassis/grpc/optional-part';
import { z } from 'zod';
import type { Clients } from '../clients.js';

const Bytes = {
  bytes: z.int().describe('Bytes of the files, as they were sent.'),
  bytesMax: z.int().describe('Bytes that they may have.'),
};
const Counted = z.object({
  count: z.int().describe('How many there are.'),
  countMax: z.int().describe('How many there may be.'),
  ...Bytes,
});

/** Storage of a user, with its limits. */
export const Usage = z
  .object({
    screenshots: Counted.nullable().describe('Screenshots, those that wait for their image included.'),
    templates: Counted.nullable().describe('Templates of messages and of deals, and their attachments.'),
    photos: z.object(Bytes).nullable().describe('Photos behind short links.'),
  })
  .describe('What you keep, and how much that may be; what cannot be told right now is null.');

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
