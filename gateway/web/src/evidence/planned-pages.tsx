import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import { Fragment } from 'react';
import { TEXT_LINK } from '../ui/text-link.js';
import type { Platform } from '../videos/platform-names.js';
import type { Answer } from './evidence-types.js';

type Target = Answer<'plan_video_search'>['browserSearchTargets'][number];

/** Pages to search for the video; each opens in a new tab. */
export function PlannedPages({ targets }: { readonly targets: readonly Target[] }) {
  const pages = targets.filter(({ kind }) => kind === 'account_page' || kind === 'platform_search');
  const words = targets.find(({ kind }) => kind === 'web_search')?.query;
  if (pages.length === 0 && !words) return null;
  return (
    <div className="flex flex-col gap-2 rounded-md border border-line bg-surface p-3">
      <p className="font-medium">Search here and paste the links you find</p>
      <ul className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {pages.map((target) => (
          <li key={target.id} className="min-w-0 [overflow-wrap:anywhere]">
            <PlannedPage target={target} />
          </li>
        ))}
      </ul>
      {words && (
        <p className="text-soft [overflow-wrap:anywhere]">
          Or search the web for <bdi className="text-ink">{words}</bdi>
        </p>
      )}
    </div>
  );
}

function PlannedPage({ target: { url, handle, query, platform } }: { readonly target: Target }) {
  const name = <bdi>{handle === null ? query : `@${handle}`}</bdi>;
  if (url === null) return <Fragment>{name} needs its platform, as in tiktok:@name</Fragment>;
  return (
    <>
      <a href={url} target="_blank" rel="noreferrer" className={TEXT_LINK}>
        {name} on {platformName(platform)}
      </a>{' '}
      <span className="text-[13px] text-soft">{hostOf(url)}</span>
    </>
  );
}

export function platformName(platform: string | null | undefined): string {
  return PLATFORM_NAMES[platform as Platform] ?? PLATFORM_NAMES.other;
}

/** The host of a link, so that users see where it leads. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}
