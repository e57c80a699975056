import { Chip } from '../../ui/chip.js';
import { nameOfVideo } from '../../videos/name-of-video.js';
import { PlatformIcon } from '../../videos/platform-icon.js';
import type { Video } from './video-form.js';

/** A video with its platform's logo, linked to the video. */
export function VideoName({ video: { title, url, platform, needsResolution } }: { readonly video: Video }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <PlatformIcon platform={platform} />
      <a href={url} target="_blank" rel="noreferrer" className="truncate hover:underline pointer-coarse:py-2">
        <bdi>{nameOfVideo(title, url)}</bdi>
      </a>
      {needsResolution && <Chip tone="warn">Not resolved</Chip>}
    </span>
  );
}
