/** Kinds of pictures that are taken, as the `accept` of a file field. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/bmp';
