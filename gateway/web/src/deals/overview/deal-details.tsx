import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormats } from '../../shell/account.js';
import { Chip } from '../../ui/chip.js';
import { RelativeTime } from '../../ui/relative-time.js';
import { TEXT_LINK } from '../../ui/text-link.js';
import { type Deal, FIELD_NAMES } from '../deal-texts.js';
import { useContactName, useInfluencerName } from '../form/use-people-of.js';
import { Money } from '../money.js';
import type { EditableField } from './editable-fields.js';
import { InPlaceField } from './in-place-field.js';
import { OverviewSection } from './overview-section.js';

/** The fields of a deal, each edited in place. */
export function DealDetails({ deal }: { readonly deal: Deal }) {
  const { count, day } = useFormats();
  const { viewsTarget, postDate, promoLink, viewCheckDays, tags, notes } = deal;
  return (
    <OverviewSection title="Details">
      <dl className="rounded-md border border-line bg-surface py-1">
        <Field deal={deal} name="price">
          {deal.price !== null && <Money amount={deal.price} currency={deal.currency} />}
        </Field>
        <Field deal={deal} name="viewsTarget">
          {viewsTarget !== null && <span className="tabular-nums">{count(viewsTarget)}</span>}
        </Field>
        <Field deal={deal} name="postDate">
          {postDate !== null && day(postDate)}
        </Field>
        <Field deal={deal} name="brand">
          {deal.brand !== null && <bdi>{deal.brand}</bdi>}
        </Field>
        <Field deal={deal} name="platform">
          {deal.platform !== null && <bdi>{deal.platform}</bdi>}
        </Field>
        <ContactField deal={deal} />
        {deal.access.role === 'owner' && <InfluencerField deal={deal} />}
        <Field deal={deal} name="promoCode">
          {deal.promoCode !== null && <bdi className="font-mono">{deal.promoCode}</bdi>}
        </Field>
        <Field deal={deal} name="promoLink" link={promoLink !== null && <OutsideLink url={promoLink} />} />
        <Field deal={deal} name="viewCheckDays">
          {viewCheckDays.length === 1 ? 'Day ' : 'Days '}
          {viewCheckDays.join(', ')} after posting
        </Field>
        <Field deal={deal} name="tags">
          {tags.length > 0 && (
            <span className="inline-flex max-w-full flex-wrap gap-1">
              {tags.map((tag) => (
                <Chip key={tag}>
                  <bdi>{tag}</bdi>
                </Chip>
              ))}
            </span>
          )}
        </Field>
        <Field deal={deal} name="notes">
          {notes !== null && <span className="block max-h-40 overflow-y-auto whitespace-pre-wrap">{notes}</span>}
        </Field>
        <div className="px-3 py-1.5 text-[13px] text-soft">
          <dt className="inline">Last changed</dt>{' '}
          <dd className="inline">
            <RelativeTime at={deal.updatedAt} />
          </dd>
        </div>
      </dl>
    </OverviewSection>
  );
}

interface FieldProps {
  readonly deal: Deal;
  readonly name: Exclude<EditableField, 'influencer'>;
  readonly link?: ReactNode;
  readonly children?: ReactNode;
}

function Field({ deal, name, ...rest }: FieldProps) {
  return (
    <InPlaceField
      deal={deal}
      name={name}
      label={name === 'contact' ? FIELD_NAMES.contactName : FIELD_NAMES[name]}
      {...rest}
    />
  );
}

/** Only the owner sees the contact; others see the name in the deal. */
function ContactField({ deal }: { readonly deal: Deal }) {
  const { contactId, contactName, access } = deal;
  const name = useContactName(deal);
  const link = contactId !== null && access.role === 'owner' && (
    <Link to="/contacts/$contactId" params={{ contactId }} className={TEXT_LINK}>
      <bdi>{name ?? 'Open contact'}</bdi>
    </Link>
  );
  return (
    <Field deal={deal} name="contact" link={link}>
      {contactName !== null && <bdi>{contactName}</bdi>}
    </Field>
  );
}

/** The creator of the videos; the deal has only their id. */
function InfluencerField({ deal }: { readonly deal: Deal }) {
  const { influencerId } = deal;
  const name = useInfluencerName(deal);
  const link = influencerId !== null && (
    <Link to="/influencers/$influencerId" params={{ influencerId }} className={TEXT_LINK}>
      <bdi>{name ?? 'Open influencer'}</bdi>
    </Link>
  );
  return <InPlaceField deal={deal} name="influencer" label="Influencer" link={link} />;
}

/** An address that others wrote; only web addresses become links. */
function OutsideLink({ url }: { readonly url: string }) {
  if (!/^https?:\/\//i.test(url)) return <bdi>{url}</bdi>;
  return (
    <a href={url} target="_blank" rel="noreferrer" className={TEXT_LINK}>
      {url.replace(/^https?:\/\//, '')}
    </a>
  );
}
