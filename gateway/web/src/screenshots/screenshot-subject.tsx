import { Link } from '@tanstack/react-router';
import type { Item } from '../api/operations.js';
import { useOperation } from '../api/queries.js';
import { TEXT_LINK } from '../ui/text-link.js';
import { nameOfVideo } from '../videos/name-of-video.js';

interface ScreenshotProps {
  readonly screenshot: Item<'screenshots.list'>;
}

interface Subject {
  readonly name: string;
  /** Address of the video or page; null for an image of unknown origin. */
  readonly url: string | null;
}

/** What a screenshot shows: its video, or else its page. */
export function subjectOf({ videoTitle, videoUrl, sourceUrl }: ScreenshotProps['screenshot']): Subject {
  const url = videoUrl ?? sourceUrl;
  return { name: url === null ? 'Screenshot' : nameOfVideo(videoTitle, url), url };
}

/** Links to the video or page in a screenshot. */
export function SubjectLink({ screenshot }: ScreenshotProps) {
  const { name, url } = subjectOf(screenshot);
  if (url === null) return name;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={TEXT_LINK}>
      <bdi>{name}</bdi>
    </a>
  );
}

/** Links to the deal of a screenshot. One without a video says so, because it proves no view count yet. */
export function DealOfScreenshot({ screenshot: { dealId, videoId, dealName } }: ScreenshotProps) {
  // Known for those of a video; read for others.
  const enabled = dealId !== null && videoId === null && dealName === null;
  const deal = useOperation('deals.get', { dealId: dealId ?? '' }, { enabled });
  if (dealId === null) return <span className="text-soft">Not linked to a deal</span>;
  return (
    <>
      <Link
        to="/deals/$dealId"
        params={{ dealId }}
        search={videoId === null ? {} : { tab: 'views' }}
        className={TEXT_LINK}
      >
        <bdi>{dealName ?? deal.data?.name ?? 'Open deal'}</bdi>
      </Link>
      {videoId === null && <span className="text-soft"> · No video</span>}
    </>
  );
}
