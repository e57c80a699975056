import { Notice } from '../ui/notice.js';
import { shortUrl } from '../ui/short-url.js';

interface ListedVideo {
  readonly url: string;
  readonly status: 'added' | 'already_present';
}

const SHOWN_MAX = 20;

export function VideoList({ videos }: { readonly videos: readonly ListedVideo[] }) {
  return (
    <ul className="mt-1 text-[13px] text-soft">
      {videos.slice(0, SHOWN_MAX).map(({ url, status }) => (
        <li key={url} className="flex gap-2">
          <span className="min-w-0 truncate">{shortUrl(url)}</span>
          {status === 'already_present' && <span className="shrink-0">· already tracked</span>}
        </li>
      ))}
      {videos.length > SHOWN_MAX && <li>and {videos.length - SHOWN_MAX} more</li>}
    </ul>
  );
}

interface InvalidLine {
  readonly groupIndex: number;
  readonly url: string | null;
  readonly message: string;
}

export function InvalidLines({ invalid }: { readonly invalid: readonly InvalidLine[] }) {
  if (invalid.length === 0) return null;
  return (
    <Notice tone="warn">
      <p className="font-medium">{invalid.length === 1 ? '1 line skipped' : `${invalid.length} lines skipped`}</p>
      <ul>
        {invalid.slice(0, SHOWN_MAX).map(({ groupIndex, url, message }, index) => (
          <li key={index} className="[overflow-wrap:anywhere]">
            Group {groupIndex + 1}: {url !== null && <bdi className="font-mono text-[13px]">{url.slice(0, 120)}</bdi>}{' '}
            {message}
          </li>
        ))}
        {invalid.length > SHOWN_MAX && <li>and {invalid.length - SHOWN_MAX} more</li>}
      </ul>
    </Notice>
  );
}
