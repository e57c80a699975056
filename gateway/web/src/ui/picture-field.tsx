import type { Ref } from 'react';
import { PICTURE_TYPES } from './picture-types.js';

interface PictureFieldProps {
  /** Clicked to have a picture chosen. */
  readonly ref: Ref<HTMLInputElement>;
  readonly label: string;
  readonly onPicture: (picture: File) => void;
}

/** A hidden file field, opened by the page's own button. */
export function PictureField({ ref, label, onPicture }: PictureFieldProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={PICTURE_TYPES}
      hidden
      aria-label={label}
      onChange={(event) => {
        const [picture] = event.currentTarget.files ?? [];
        if (picture) onPicture(picture);
        event.currentTarget.value = '';
      }}
    />
  );
}
