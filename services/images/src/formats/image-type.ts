/** Accepted images, by media type. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif', 'image/bmp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
