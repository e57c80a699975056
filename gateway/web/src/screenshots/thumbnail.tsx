import { downloadUrl } from '../api/call.js';
import { classNames } from '../ui/class-names.js';

interface ThumbnailProps {
  readonly screenshotId: string;
  readonly alt: string;
  /** Its size, so that nothing moves when the image loads, and its fit. */
  readonly className: string;
}

/** A small version of a screenshot. */
export function Thumbnail({ screenshotId, alt, className }: ThumbnailProps) {
  return (
    <img
      src={downloadUrl('screenshots.thumbnail', { screenshotId, size: '160' })}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={classNames('rounded border border-line bg-sunken', className)}
    />
  );
}
