/** Image types that the product accepts, as the `accept` of a file field. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp,image/gif,image/avif,image/bmp';
