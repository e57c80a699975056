import type { Ref } from 'react';
import { IMAGE_TYPES } from './image-types.js';

interface ImageFieldProps {
  /** The hidden field, for the button to click. */
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly onImage: (image: File) => void;
}

/** A hidden file field, opened by the page's own button. */
export function ImageField({ ref, label, onImage }: ImageFieldProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={IMAGE_TYPES}
      hidden
      aria-label={label}
      onChange={(event) => {
        const [image] = event.currentTarget.files ?? [];
        if (image) onImage(image);
        event.currentTarget.value = '';
      }}
    />
  );
}
