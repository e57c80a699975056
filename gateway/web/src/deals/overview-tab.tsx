import type { ReactNode } from 'react';
import { useFormats } from '../shell/account.js';
import { Chip } from '../ui/chip.js';
import { TEXT_LINK } from '../ui/text-link.js';
import type { Deal } from './deal-texts.js';
import { Money } from './money.js';
import { Progress } from '../ui/progress.js';

/** The fields of a deal; what is empty says so. */
export function OverviewTab({ deal }: { readonly deal: Deal }) {
  const { count, day, time } = useFormats();
  const isRedacted = (field: string): boolean => deal.access.redacted.includes(field);
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] content-start gap-x-4 gap-y-2">
        <Row name="Views">
          {count(deal.totalViews)}
          {deal.viewsTarget !== null && ` of ${count(deal.viewsTarget)}`}
          {deal.viewsTarget !== null && deal.viewsTarget > 0 && (
            <Progress label="Progress to target" value={deal.totalViews} max={deal.viewsTarget} />
          )}
        </Row>
        <Row name="Price">
          <Money amount={deal.price} currency={deal.currency} isRedacted={isRedacted('price')} />
        </Row>
        <Row name="Posted on">{deal.postDate && day(deal.postDate)}</Row>
        <Row name="Platform">{deal.platform && <bdi>{deal.platform}</bdi>}</Row>
        <Row name="Promo link">{deal.promoLink && <OutsideLink url={deal.promoLink} />}</Row>
        <Row name="Contact">{deal.contactName && <bdi>{deal.contactName}</bdi>}</Row>
        <Row name="Checks">
          {deal.viewCheckDays.length === 1 ? 'Day ' : 'Days '}
          {deal.viewCheckDays.join(', ')} after posting
        </Row>
        <Row name="Tags">
          {deal.tags.length > 0 && (
            <span className="flex flex-wrap gap-1">
              {deal.tags.map((tag) => (
                <Chip key={tag}>
                  <bdi>{tag}</bdi>
                </Chip>
              ))}
            </span>
          )}
        </Row>
        <Row name="Last changed">{time(deal.updatedAt)}</Row>
      </dl>
      <section>
        <h2 className="mb-1 font-medium">Notes</h2>
        <p className="whitespace-pre-wrap [overflow-wrap:anywhere] text-soft">
          {isRedacted('notes') ? 'Hidden from you.' : (deal.notes ?? 'None yet.')}
        </p>
      </section>
    </div>
  );
}

function Row({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const isEmpty = children === null || children === false || children === '' || children === undefined;
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{isEmpty ? <span className="text-soft">–</span> : children}</dd>
    </>
  );
}

/** An address that others wrote; only those of the web lead anywhere. */
function OutsideLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return <bdi>{url}</bdi>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={TEXT_LINK}>
      {url.replace(/^https?:\/\//, '')}
    </a>
  );
}
