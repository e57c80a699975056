import { Link } from '@tanstack/react-router';
import { TEXT_LINK } from '../ui/text-link.js';
import { nameOfVideo } from '../videos/name-of-video.js';

interface ProvenRecordsProps {
  readonly dealId: string;
  readonly dealName: string;
  readonly videoTitle: string | null;
  readonly videoUrl: string;
  /** Called when the deal is opened, perhaps on the same page. */
  readonly onOpenDeal: () => void;
}

/** Links to the deal and the video that a screenshot is for. */
export function ProvenRecords({ dealId, dealName, videoTitle, videoUrl, onOpenDeal }: ProvenRecordsProps) {
  return (
    <>
      <Link
        to="/deals/$dealId"
        params={{ dealId }}
        search={{ tab: 'views' }}
        onClick={onOpenDeal}
        className={`font-medium ${TEXT_LINK}`}
      >
        <bdi>{dealName}</bdi>
      </Link>
      {' · '}
      <a href={videoUrl} target="_blank" rel="noreferrer" className={TEXT_LINK}>
        <bdi>{nameOfVideo(videoTitle, videoUrl)}</bdi>
      </a>
    </>
  );
}
