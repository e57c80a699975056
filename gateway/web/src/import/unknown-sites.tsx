import { Notice } from '../ui/notice.js';
import { LineButton } from './line-button.js';
import type { Plan } from './open-group.js';

const SHOWN_MAX = 5;

interface UnknownSitesProps {
  readonly sites: Plan['unknownSites'];
  readonly onShowLine: (line: number) => void;
}

/** Any page may contain a video, so these are accepted; but a pasting mistake looks just like them. */
export function UnknownSites({ sites, onShowLine }: UnknownSitesProps) {
  if (sites.length === 0) return null;
  return (
    <Notice>
      <p className="font-medium">Not a known video site</p>
      <p className="text-soft">You can import {sites.length === 1 ? 'this link' : 'these links'} anyway.</p>
      <ul className="mt-1">
        {sites.slice(0, SHOWN_MAX).map(({ url, line }, index) => (
          <li key={index} className="flex flex-wrap items-baseline gap-x-3">
            {line !== undefined && <LineButton line={line} onShow={onShowLine} />}
            <bdi className="min-w-0 font-mono text-[13px] [overflow-wrap:anywhere]">{url.slice(0, 120)}</bdi>
          </li>
        ))}
        {sites.length > SHOWN_MAX && <li>and {sites.length - SHOWN_MAX} more</li>}
      </ul>
    </Notice>
  );
}
