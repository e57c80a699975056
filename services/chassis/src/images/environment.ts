import { z } from 'zod';

const UNITS = { b: 1, kb: 1_024, mb: 1_048_576, gb: 1_073_741_824 };

/** A number of bytes, or one with a unit: `64mb`. */
const Bytes = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^\d{1,12}\s*(?:b|kb|mb|gb)?$/, 'must be a number of bytes, or one with kb, mb or gb')
  .transform((text) => {
    const unit = /[a-z]+$/.exec(text)?.[0] ?? 'b';
    return Number.parseInt(text, 10) * UNITS[unit as keyof typeof UNITS];
  })
  .refine((bytes) => bytes > 0, 'must be more than 0');

/** Keys of every process that takes images. */
export const imageIntakeEnvironment = {
  /** Body of a request in JSON. */
  API_JSON_BODY_LIMIT: Bytes.prefault('64mb'),
  /** One image, decoded. */
  SCREENSHOT_MAX_IMAGE_BYTES: Bytes.prefault('40mb'),
};
