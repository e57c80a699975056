import { z } from 'zod';

/** Maximum pixels of a captured part of a page. */
const CLIP_AREA_MAX = 25_000_000;

/** A part of a page, in CSS pixels from its top left corner. */
export const Clip = z
  .strictObject({
    x: z.int().min(0).max(10_000),
    y: z.int().min(0).max(10_000),
    width: z.int().min(1).max(10_000),
    height: z.int().min(1).max(10_000),
  })
  .refine(({ width, height }) => width * height <= CLIP_AREA_MAX, 'must have at most 25 million pixels.');
