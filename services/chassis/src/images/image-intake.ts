import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { Piscina } from 'piscina';
import { AppError } from '../errors/app-error.js';
import type { Log } from '../log.js';
import { derivedKey, originalKey } from '../objects/object-keys.js';
import type { ObjectStore } from '../objects/object-store.js';
import { createAdmission, type Admit } from './admission.js';
import { readDeclaration } from './detect-image-type.js';
import { badField, fromRefusal } from './image-errors.js';
import type { ImageType } from './image-type.js';
import type { ImageJob, ProcessedImage, processImage } from './image-worker.js';
import { readMultipart } from './multipart-body.js';
import { announcedBytes, discardRest, gatherBytes, readBody, type BodyLimits } from './request-body.js';

/** Bodies up to this size are not worth reserving room for. */
const SMALL_BODY_BYTES = 262_144;
/** Room for the fields and boundaries around an image. */
const MULTIPART_OVERHEAD_BYTES = 1_048_576;
const THREADS = 2;
const THREAD_IDLE_MS = 60_000;
/** Milliseconds in which the rest of a refused body is read. */
const DISCARD_MS = 2_000;

export interface ImageLimits {
  /** A request body in JSON. */
  readonly bodyBytesMax: number;
  /** One image, decoded. */
  readonly imageBytesMax: number;
  /** Bytes of all large bodies in memory at once; 256 MiB unless given. */
  readonly memoryBytesMax?: number;
  /** Milliseconds between two chunks; 15 000 unless given. */
  readonly idleMs?: number;
  /** Milliseconds for a whole body; 120 000 unless given. */
  readonly wholeMs?: number;
}

export interface ImageIntakeOptions {
  readonly store: ObjectStore;
  readonly limits: ImageLimits;
  readonly log: Log;
}

export interface ReceiveOptions {
  /** Smaller limit for this caller. */
  readonly imageBytesMax?: number;
  /** Text fields of a form that may come several times; they arrive as lists. */
  readonly repeatedFields?: readonly string[];
}

export type ImageWarning =
  /** The declared type is another than the real one. */
  | 'DECLARED_TYPE_MISMATCH'
  /** An animation that is shown by its first frame. */
  | 'ANIMATION_FLATTENED';

/** A stored image. Its thumbnails are `derivedKey(sha256, 'thumb-<160, 480 or 1280>')`. */
export interface UploadedImage {
  /** Of the original, lower-case hexadecimal. */
  readonly sha256: string;
  readonly contentType: ImageType;
  readonly bytes: number;
  /** Pixels, as the image is to be looked at. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** The original says where it was taken. */
  readonly hasLocation: boolean;
  /** The bytes as they came: evidence, for the owner alone. */
  readonly originalKey: string;
  /** What anyone may see: without metadata, at most 4 096 pixels on a side. */
  readonly displayKey: string;
  readonly displayContentType: 'image/webp';
  readonly warnings: readonly ImageWarning[];
}

export interface Upload {
  /** Everything beside the image, still to be parsed: JSON values, or texts of a form. */
  readonly fields: Record<string, unknown>;
  readonly image: UploadedImage;
}

export interface ImageIntake {
  /**
   * Takes an image from a request whose body nobody has read: JSON with the field `image`, a form with the file `image`, or raw
   * `image/*`. Returns once the original and what is shown of it are stored. After a refusal the rest of the body may still be on
   * its way (`!request.complete`): answer with `Connection: close`.
   * Throws VALIDATION_ERROR, MALFORMED_JSON, INVALID_BASE64, UPLOAD_TIMEOUT, PAYLOAD_TOO_LARGE, UNSUPPORTED_MEDIA_TYPE,
   * UNSUPPORTED_IMAGE, IMAGE_CORRUPT, IMAGE_TOO_LARGE, UPLOAD_CAPACITY and UNAVAILABLE (the store).
   */
  receive(request: IncomingMessage, options?: ReceiveOptions): Promise<Upload>;
  /** Waits for what is being processed. */
  close(): Promise<void>;
}

/** Parsing, decoding and hashing run in two threads of their own, so that a large image holds up nobody else. */
export function createImageIntake({ store, limits, log }: ImageIntakeOptions): ImageIntake {
  const admit = createAdmission({ bytesMax: limits.memoryBytesMax ?? 268_435_456, waitingMax: 8, waitMs: 5_000 });
  const threads = new Piscina<ImageJob, ImageJobOutcome>({
    filename: createRequire(import.meta.url).resolve('@svc/chassis/images/image-worker'),
    name: 'processImage',
    minThreads: 0,
    maxThreads: THREADS,
    idleTimeout: THREAD_IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  threads.on('error', (error: unknown) => log.error({ err: error }, 'an image thread failed'));

  return {
    async receive(request, options = {}) {
      try {
        return await receiveImage({ admit, threads, store, limits }, request, options);
      } catch (error) {
        // Whoever was too slow is not waited for again.
        const isTimeout = error instanceof AppError && error.kind === 'request_timeout';
        if (!isTimeout) await discardRest(request, DISCARD_MS);
        throw error;
      }
    },
    close: () => threads.close(),
  };
}

type ImageJobOutcome = Awaited<ReturnType<typeof processImage>>;

interface Intake {
  readonly admit: Admit;
  readonly threads: Piscina<ImageJob, ImageJobOutcome>;
  readonly store: ObjectStore;
  readonly limits: ImageLimits;
}

async function receiveImage(intake: Intake, request: IncomingMessage, options: ReceiveOptions): Promise<Upload> {
  const imageBytesMax = Math.min(intake.limits.imageBytesMax, options.imageBytesMax ?? Infinity);
  const form = readForm(request);
  const bodyLimits = bodyLimitsOf(intake.limits, form, imageBytesMax);
  const announced = announcedBytes(request, bodyLimits);
  const isSmall = announced !== undefined && announced <= SMALL_BODY_BYTES;
  const leave = isSmall ? undefined : await intake.admit(announced ?? bodyLimits.bytesMax);
  try {
    const { job, fields } = await readJob(
      request,
      form,
      bodyLimits,
      announced,
      imageBytesMax,
      options.repeatedFields ?? [],
    );
    const transferList = job.blocks.map(({ buffer }) => buffer as ArrayBuffer);
    const outcome = await intake.threads.run(job, { transferList });
    if (!outcome.ok) throw fromRefusal(outcome.refusal);
    const image = await storeImage(intake.store, outcome.image);
    return { fields: { ...outcome.image.fields, ...fields }, image };
  } finally {
    leave?.();
  }
}

type Form = 'json' | 'multipart' | 'raw';

/** Throws UNSUPPORTED_MEDIA_TYPE for any other form, and UNSUPPORTED_IMAGE for a raw image of a declared type that is not taken. */
function readForm(request: IncomingMessage): Form {
  const mediaType = mediaTypeOf(request);
  const encoding = request.headers['content-encoding'];
  if (encoding !== undefined && encoding !== 'identity') throw unsupportedForm();
  if (mediaType === 'application/json') return 'json';
  if (mediaType === 'multipart/form-data') return 'multipart';
  if (!mediaType.startsWith('image/')) throw unsupportedForm();
  readDeclaration({ mediaType });
  return 'raw';
}

function mediaTypeOf(request: IncomingMessage): string {
  return (request.headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();
}

function unsupportedForm(): AppError {
  return new AppError(
    'unsupported_media',
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the image as application/json, multipart/form-data or image/*, without Content-Encoding.',
  );
}

function bodyLimitsOf(limits: ImageLimits, form: Form, imageBytesMax: number): BodyLimits {
  const times = { idleMs: limits.idleMs ?? 15_000, wholeMs: limits.wholeMs ?? 120_000 };
  if (form === 'raw') return { ...times, kind: 'image', bytesMax: imageBytesMax };
  const bytesMax = form === 'json' ? limits.bodyBytesMax : imageBytesMax + MULTIPART_OVERHEAD_BYTES;
  return { ...times, kind: 'body', bytesMax };
}

async function readJob(
  request: IncomingMessage,
  form: Form,
  limits: BodyLimits,
  announced: number | undefined,
  imageBytesMax: number,
  repeatedFields: readonly string[],
): Promise<{ job: ImageJob; fields: Record<string, unknown> }> {
  if (form === 'multipart') {
    const { blocks, declaration, fields } = await readMultipart(request, limits, imageBytesMax, repeatedFields);
    return { job: { blocks, form: 'bytes', declaration, imageBytesMax }, fields };
  }
  const gathering = gatherBytes(announced);
  await readBody(request, limits, gathering.add);
  const blocks = gathering.blocks();
  const declaration = form === 'raw' ? { mediaType: mediaTypeOf(request) } : {};
  if (form === 'raw' && announced === 0) throw badField('image', 'The image is empty.');
  return { job: { blocks, form: form === 'raw' ? 'bytes' : 'json', declaration, imageBytesMax }, fields: {} };
}

/** Objects first: a row that names them is written by the caller, so none ever names what is not there. */
async function storeImage(store: ObjectStore, processed: ProcessedImage): Promise<UploadedImage> {
  const { sha256, original, derived, contentType, width, height, frames, hasLocation } = processed;
  const key = originalKey(sha256);
  await Promise.all([
    store.put(key, original),
    ...Object.entries(derived).map(([name, bytes]) => store.put(derivedKey(sha256, name), bytes)),
  ]);
  const warnings: ImageWarning[] = [];
  if (processed.isMisdeclared) warnings.push('DECLARED_TYPE_MISMATCH');
  if (processed.isFlattened) warnings.push('ANIMATION_FLATTENED');
  return {
    sha256,
    contentType,
    bytes: original.byteLength,
    width,
    height,
    frames,
    hasLocation,
    originalKey: key,
    displayKey: derivedKey(sha256, 'display'),
    displayContentType: 'image/webp',
    warnings,
  };
}
