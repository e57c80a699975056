import type { IncomingMessage } from 'node:http';
import { type BodyPlace, type BodyRoom, createBodyRoom } from '@svc/chassis/bodies/body-room';
import { AppError, invalidInput } from '@svc/chassis/errors/app-error';
import { currentClaimant } from '@svc/chassis/limits/claimant';
import type { Log } from '@svc/chassis/logging/log';
import { releaseMemorySoon } from '@svc/chassis/process/release-memory';
import { createTally } from '@svc/chassis/telemetry/tally';
import { derivedKey, originalKey } from '@svc/objects/store/object-keys';
import type { ObjectStore } from '@svc/objects/store/object-store';
import { type Decoders, openDecoders } from '../decoding/decoders.js';
import type { ProcessedImage } from '../decoding/process-image.js';
import { noUploadCapacity, payloadTooLarge } from '../errors/image-errors.js';
import type { Declaration } from '../formats/detect-image-type.js';
import type { ImageType } from '../formats/image-type.js';
import { type ImageLimits, openImageRequest, type ReadImage } from './image-request.js';

const bodies = createTally({
  name: 'svc.images.bodies',
  unit: '{body}',
  description: 'Images accepted, and images refused for lack of memory or a decoder',
  attribute: 'svc.images.admission',
  values: ['admitted', 'refused'],
});

export interface ImageIntakeOptions {
  readonly store: ObjectStore;
  readonly limits: ImageLimits;
  readonly log: Log;
}

/** Options for one image, from any source. */
export interface TakeOptions {
  /** Smaller limit for this caller. */
  readonly imageBytesMax?: number;
  /** Awaited before the first object is stored; when it throws, none is. */
  readonly beforePut?: (image: ImageFacts) => Promise<void>;
  /** Derived images to keep, such as `thumb-480`, without the original and all others; everything is kept when unset. */
  readonly pictures?: readonly string[];
}

export interface ReceiveOptions extends TakeOptions {
  /** Form fields that may be repeated; they arrive as lists. */
  readonly repeatedFields?: readonly string[];
}

export type ImageWarning =
  /** The declared type differs from the real one. */
  | 'DECLARED_TYPE_MISMATCH'
  /** Only the first frame of an animation is shown. */
  | 'ANIMATION_FLATTENED';

/** Bytes from which memory is released at once. */
const GIVEN_BACK_BYTES = 262_144;
/** Bytes of an image from which more memory remains to be released than its own buffers. */
const LARGE_BYTES = 8_388_608;

/** Facts about a decoded image. */
export interface ImageFacts {
  /** SHA-256 of the original, in lower-case hexadecimal. */
  readonly sha256: string;
  readonly contentType: ImageType;
  readonly bytes: number;
  /** Width in pixels, when upright. */
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Whether the original's metadata contains a location. */
  readonly hasLocation: boolean;
}

/** A stored image, in full unless `pictures` was set. Its thumbnails are `derivedKey(sha256, 'thumb-<160, 480 or 1280>')`. */
export interface UploadedImage extends ImageFacts {
  /** The original bytes: evidence, only for the owner. */
  readonly originalKey: string;
  /** The public version: without metadata, at most 4,096 pixels on a side. */
  readonly displayKey: string;
  readonly displayContentType: 'image/webp';
  readonly warnings: readonly ImageWarning[];
}

export interface Upload {
  /** All fields other than the image, unparsed. */
  readonly fields: Record<string, unknown>;
  /** Whether the fields are texts from a form; otherwise they are JSON values. */
  readonly areTexts: boolean;
  readonly image: UploadedImage;
}

export interface ImageIntake {
  /**
   * Takes an image from a request with an unread body: JSON with the field `image`, a form with the file `image`, or raw, as `image/*` or
   * `application/octet-stream`. Returns once the original and the derived images are stored. After an error the rest of the body may still arrive
   * (`!request.complete`): respond with `endRefusal`. Throws VALIDATION_ERROR, MALFORMED_JSON, INVALID_BASE64, UPLOAD_TIMEOUT, PAYLOAD_TOO_LARGE,
   * UNSUPPORTED_MEDIA_TYPE, UNSUPPORTED_IMAGE, IMAGE_CORRUPT, IMAGE_TOO_LARGE, UPLOAD_CAPACITY and UNAVAILABLE (the store).
   */
  receive(request: IncomingMessage, options?: ReceiveOptions): Promise<Upload>;
  /** The same for a parsed JSON body, such as the arguments of a tool. */
  takeFields(values: Readonly<Record<string, unknown>>, options?: TakeOptions): Promise<Upload>;
  /** The same for the bytes of an image, which are not modified; `declaration` is their declared type. */
  takeBytes(bytes: Uint8Array, options?: TakeOptions & { readonly declaration?: Declaration }): Promise<UploadedImage>;
  /** Ids of the decoder processes. */
  decoderPids(): readonly number[];
  /** Waits for the images in progress. */
  close(): Promise<void>;
}

/** Creates the intake. Parsing, decoding and hashing run in separate processes, so that no image blocks or crashes anything else. */
export function createImageIntake({ store, limits, log }: ImageIntakeOptions): ImageIntake {
  const room = createBodyRoom({
    refusal: () => {
      bodies.add('refused');
      return noUploadCapacity();
    },
  });
  const decoders = openDecoders({ log });
  const intake: Intake = { room, decoders, store, imageBytesMax: limits.imageBytesMax };

  return {
    receive: (request, options = {}) => receiveImage(intake, limits, request, options),
    takeFields: (values, options = {}) => takeFields(intake, values, options),
    takeBytes: async (bytes, { declaration = {}, ...options } = {}) => {
      const imageBytesMax = bytesMaxFor(intake, options);
      if (bytes.byteLength > imageBytesMax) throw payloadTooLarge('image', imageBytesMax);
      const read = async (place: BodyPlace | undefined): Promise<ReadImage> => {
        await place?.grow(bytes.byteLength);
        return { job: { form: 'bytes', declaration, imageBytesMax }, blocks: [new Uint8Array(bytes)], fields: {} };
      };
      return (await take(intake, bytes.byteLength, read, options)).image;
    },
    decoderPids: () => decoders.pids(),
    close: () => decoders.close(),
  };
}

interface Intake {
  readonly room: BodyRoom;
  readonly decoders: Decoders;
  readonly store: ObjectStore;
  readonly imageBytesMax: number;
}

function bytesMaxFor(intake: Intake, { imageBytesMax = Infinity }: TakeOptions): number {
  return Math.min(intake.imageBytesMax, imageBytesMax);
}

async function receiveImage(
  intake: Intake,
  limits: ImageLimits,
  request: IncomingMessage,
  options: ReceiveOptions,
): Promise<Upload> {
  const { bytesMax, read } = openImageRequest(request, limits, bytesMaxFor(intake, options));
  return take(intake, bytesMax, (place) => read(options.repeatedFields ?? [], place), options);
}

async function takeFields(
  intake: Intake,
  { image, ...fields }: Readonly<Record<string, unknown>>,
  options: TakeOptions,
): Promise<Upload> {
  if (typeof image !== 'string') throw invalidInput('image', 'Send the image as base64 text in the field image.');
  const imageBytesMax = bytesMaxFor(intake, options);
  const declaration = { filename: typeof fields.filename === 'string' ? fields.filename : undefined };
  const read = async (place: BodyPlace | undefined): Promise<ReadImage> => {
    await place?.grow(image.length);
    return { job: { form: 'text', declaration, imageBytesMax }, blocks: [new TextEncoder().encode(image)], fields };
  };
  return take(intake, image.length, read, options);
}

/** Reads, decodes and stores an image of about this many bytes. Reserves memory for it, shared fairly among users. */
async function take(
  intake: Intake,
  bytes: number,
  read: (place: BodyPlace | undefined) => Promise<ReadImage>,
  { beforePut, pictures }: TakeOptions,
): Promise<Upload> {
  const { room, store } = intake;
  const place = await room.enter(bytes, currentClaimant());
  try {
    const { image, original, fields, areTexts } = await readAndDecode(intake.decoders, () => read(place));
    const facts = factsOf(image, original);
    await beforePut?.(facts);
    const stored = await storeImage(store, image, original, facts, pictures);
    for (const bytes of [original, ...Object.values(image.derived)]) giveBack(bytes);
    return { fields: { ...image.fields, ...fields }, areTexts, image: stored };
  } finally {
    place?.leave();
    if (bytes >= LARGE_BYTES) releaseMemorySoon();
  }
}

interface DecodedUpload {
  readonly image: ProcessedImage;
  readonly original: Uint8Array;
  readonly fields: Record<string, unknown>;
  readonly areTexts: boolean;
}

/** Keeps a body that is itself the image; a body that contains the image is freed while it is sent to the decoder. */
async function readAndDecode(decoders: Decoders, read: () => Promise<ReadImage>): Promise<DecodedUpload> {
  const { job, blocks, fields, areTexts = false } = await read();
  const body = job.form === 'bytes' ? joinBlocks(blocks.splice(0)) : undefined;
  const image = await decoders.decode(job, body ? [body] : blocks).catch(countRefusal);
  bodies.add('admitted');
  const original = body ?? image.original;
  if (!original) throw new Error('A decoder did not answer with the image that it found.');
  return { image, original, fields, areTexts };
}

/** Releases memory to the system now, because an idle process collects no garbage for a long time. Only for bytes that are no longer in use. */
function giveBack({ buffer, byteLength }: Uint8Array): void {
  const isWhole = buffer.byteLength === byteLength && byteLength >= GIVEN_BACK_BYTES;
  if (isWhole && buffer instanceof ArrayBuffer) buffer.transfer(0);
}

function joinBlocks(blocks: readonly Uint8Array[]): Uint8Array {
  const [only] = blocks;
  return blocks.length === 1 && only ? only : Buffer.concat(blocks);
}

/** Counts a refusal, and throws it. */
function countRefusal(error: unknown): never {
  bodies.add(error instanceof AppError && error.code === 'UPLOAD_CAPACITY' ? 'refused' : 'admitted');
  throw error;
}

function factsOf(
  { sha256, contentType, width, height, frames, hasLocation }: ProcessedImage,
  original: Uint8Array,
): ImageFacts {
  return { sha256, contentType, bytes: original.byteLength, width, height, frames, hasLocation };
}

/** Stores the objects. The caller inserts the row only after that, so that no row ever refers to a missing object. */
async function storeImage(
  store: ObjectStore,
  processed: ProcessedImage,
  original: Uint8Array,
  facts: ImageFacts,
  pictures: readonly string[] | undefined,
): Promise<UploadedImage> {
  const { sha256, derived } = processed;
  const key = originalKey(sha256);
  const kept = Object.entries(derived).filter(([name]) => pictures?.includes(name) ?? true);
  await Promise.all([
    ...(pictures ? [] : [store.put(key, original)]),
    ...kept.map(([name, bytes]) => store.put(derivedKey(sha256, name), bytes)),
  ]);
  const warnings: ImageWarning[] = [];
  if (processed.isMisdeclared) warnings.push('DECLARED_TYPE_MISMATCH');
  if (processed.isFlattened) warnings.push('ANIMATION_FLATTENED');
  return {
    ...facts,
    originalKey: key,
    displayKey: derivedKey(sha256, 'display'),
    displayContentType: 'image/webp',
    warnings,
  };
}
