import { Link } from '@tanstack/react-router';
import { Chip } from '../ui/chip.js';
import { shortUrl } from '../ui/short-url.js';
import { TEXT_LINK } from '../ui/text-link.js';
import type { Plan } from './open-group.js';

const SHOWN_MAX = 20;

interface ListedLink {
  readonly url: string;
  readonly note?: string | undefined;
}

/** Pasted links; each opens its full address, which is also its title. */
export function PastedLinks({ links }: { readonly links: readonly ListedLink[] }) {
  return (
    <ul className="mt-1 text-[13px] text-soft">
      {links.slice(0, SHOWN_MAX).map(({ url, note }) => (
        <li key={url} className="flex gap-2">
          {/^https?:\/\//i.test(url) ? (
            <a
              href={url}
              title={url}
              target="_blank"
              rel="noreferrer"
              className="min-w-0 truncate underline-offset-2 hover:text-ink hover:underline pointer-coarse:py-2"
            >
              {shortUrl(url)}
            </a>
          ) : (
            <span title={url} className="min-w-0 truncate">
              {url}
            </span>
          )}
          {note !== undefined && <span className="shrink-0">· {note}</span>}
        </li>
      ))}
      {links.length > SHOWN_MAX && <li>and {links.length - SHOWN_MAX} more</li>}
    </ul>
  );
}

/** A deal that an import uses or would use, with its videos. */
export function DealCard({ deal }: { readonly deal: Plan['deals'][number] }) {
  const { dealId, name, promoCode, created, videos, suggestedCodes = [] } = deal;
  return (
    <article className="rounded-md border border-line bg-surface p-3">
      <h2 className="flex flex-wrap items-baseline gap-2 font-medium">
        {dealId === null ? (
          <bdi className="[overflow-wrap:anywhere]">{name}</bdi>
        ) : (
          <Link to="/deals/$dealId" params={{ dealId }} className={`${TEXT_LINK} [overflow-wrap:anywhere]`}>
            <bdi>{name}</bdi>
          </Link>
        )}
        {promoCode !== null && <bdi className="font-mono text-[13px] text-soft">{promoCode}</bdi>}
        <Chip tone={created ? 'accent' : 'plain'}>{created ? 'new deal' : 'existing deal'}</Chip>
      </h2>
      {suggestedCodes.map((code) => (
        <p key={code} className="mt-1 text-[13px] text-warn">
          Your text says <bdi className="font-mono">{code}</bdi>, but these links belong to this deal. Put “CODE:{' '}
          <bdi>{code}</bdi>” above links of another one.
        </p>
      ))}
      <PastedLinks
        links={videos.map(({ url, originalUrl, status }) => ({
          url: originalUrl ?? url,
          note: status === 'already_present' ? 'already tracked' : undefined,
        }))}
      />
    </article>
  );
}

/** The number of links to videos already listed. */
export function describeDuplicates(skipped: number, count: (value: number) => string): string {
  return skipped === 1 ? '1 duplicate skipped' : `${count(skipped)} duplicates skipped`;
}
