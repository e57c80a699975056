import { Link } from '@tanstack/react-router';
import { Copy } from 'lucide-react';
import type { Output } from '../../api/operations.js';
import { useChange } from '../../api/queries.js';
import { type ShortLink, stateOf, targetOf } from '../../links/short-link.js';
import { withScheme } from '../../links/with-scheme.js';
import { useFormats } from '../../shell/account.js';
import { Chip } from '../../ui/chip.js';
import { AddLine } from '../../ui/fields/add-line.js';
import { copyAndConfirm } from '../../ui/fields/copy-field.js';
import { shortUrl as withoutScheme } from '../../ui/short-url.js';
import type { Deal } from '../deal-texts.js';
import { OVERVIEW_LIST, OverviewSection } from './overview-section.js';

const URL_MAX = 8_192;

interface DealLinksProps {
  readonly deal: Deal;
  /** Undefined while they cannot be read. */
  readonly links: Output<'short_links.list'> | undefined;
}

/** The short links of a deal with their clicks; adding an address creates one. */
export function DealLinks({ deal, links }: DealLinksProps) {
  const { count } = useFormats();
  const create = useChange('short_links.create');
  if (!links) return null;
  const { items, total } = links;
  const rest = items.length === 0 ? 'None yet' : undefined;
  return (
    <OverviewSection
      title="Short links"
      about={total > items.length ? `Newest ${items.length} of ${count(total)}` : rest}
    >
      {items.length > 0 && (
        <ul className={OVERVIEW_LIST}>
          {items.map((link) => (
            <LinkLine key={link.id} link={link} />
          ))}
        </ul>
      )}
      {deal.access.canEdit && (
        <AddLine
          label="Add short link"
          placeholder="Paste a URL to shorten"
          inputMode="url"
          maxLength={URL_MAX}
          add={(url) => create.mutateAsync({ input: { url: withScheme(url), dealId: deal.id } })}
        />
      )}
    </OverviewSection>
  );
}

function LinkLine({ link }: { readonly link: ShortLink }) {
  const { count } = useFormats();
  const state = stateOf(link);
  return (
    <li className="flex min-h-(--row) items-center gap-2 px-3 py-1">
      <span className="min-w-0 grow">
        <Link
          to="/links/$linkId"
          params={{ linkId: link.id }}
          className="block truncate font-medium hover:underline pointer-coarse:py-2"
        >
          <bdi>{withoutScheme(link.shortUrl)}</bdi>
        </Link>
        <bdi className="block truncate text-[13px] text-soft">{link.title ?? targetOf(link)}</bdi>
      </span>
      {state && <Chip tone={state[1]}>{state[0]}</Chip>}
      <span className="shrink-0 text-soft tabular-nums">
        {link.clicks === 1 ? '1 click' : `${count(link.clicks)} clicks`}
      </span>
      <button
        type="button"
        aria-label={`Copy ${withoutScheme(link.shortUrl)}`}
        onClick={() => void copyAndConfirm(link.shortUrl)}
        className="shrink-0 rounded p-1.5 text-soft hover:bg-sunken hover:text-ink pointer-coarse:p-3.5"
      >
        <Copy size={15} aria-hidden />
      </button>
    </li>
  );
}
