import type { IncomingMessage } from 'node:http';
import { readBody } from '@svc/chassis/bodies/request-body';
import { AppError, appError } from '@svc/chassis/errors/app-error';
import { BRIDGE_PATH } from './bridge.js';

/** Bytes inspected at the beginning of a message, where its tool and screenshot are named before the image. */
const BEGINNING_BYTES = 131_072;
const IDLE_MS = 1_000;
const WHOLE_MS = 2_000;

/** The error for a message that is too large: it contains an image, which can be uploaded to the screenshot that the message names. */
export async function tellOfUploads(error: unknown, request: IncomingMessage, origin: string): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== 'PAYLOAD_TOO_LARGE') return error;
  const named = /"screenshotId"\s*:\s*"([0-9a-f-]{36})"/i.exec(await readBeginning(request, error))?.[1];
  const uploadUrl = `${origin}${BRIDGE_PATH}/screenshots/${named ?? '{screenshotId}'}/upload`;
  const how = named === undefined ? 'Reserve a screenshot with screenshots_reserve, and send' : 'Send';
  const message = `A message must have at most 8 MiB. ${how} the image itself to \`uploadUrl\`, with POST and its own Content-Type.`;
  return appError('PAYLOAD_TOO_LARGE', message, { data: { uploadUrl }, cause: error.cause });
}

async function readBeginning(request: IncomingMessage, tooLarge: AppError): Promise<string> {
  const chunks: Buffer[] = [];
  const limits = { bytesMax: BEGINNING_BYTES, tooLarge: () => tooLarge, idleMs: IDLE_MS, wholeMs: WHOLE_MS };
  await readBody(request, limits, (chunk) => void chunks.push(chunk)).catch(() => undefined);
  return Buffer.concat(chunks).toString('latin1');
}
