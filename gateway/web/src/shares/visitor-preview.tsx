import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useOperation } from '../api/queries.js';
import { useFormats } from '../shell/account.js';
import { PageError } from '../ui/page-error.js';
import { SkeletonRows } from '../ui/skeleton.js';
import type { SharedRecord } from './record.js';
import type { Shown } from './shown-groups.js';
import { shownRows } from './shown-rows.js';

interface VisitorPreviewProps {
  readonly record: Pick<SharedRecord, 'entityType' | 'entityId'>;
  /** The selected fields. */
  readonly fields: Shown;
}

const KIND_NAMES: Readonly<Record<SharedRecord['entityType'], string>> = {
  deal: 'Deal',
  contact: 'Contact',
  influencer: 'Influencer',
};

/** A preview of a link with these fields, with the record's current values. */
export function VisitorPreview({ record, fields }: VisitorPreviewProps) {
  const formats = useFormats();
  const { data, isError, error } = useRecord(record);
  if (isError) return <PageError error={error} />;
  if (!data) return <SkeletonRows rows={3} rowClass="flex h-8 items-center" />;
  const isNamed = fields.some(({ key }) => key === 'name');
  const isShown = (part: string): boolean => record.entityType === 'deal' && fields.some(({ key }) => key === part);
  const rows = shownRows(data, fields, formats);
  const hasParts = ['videos', 'readings', 'screenshots', 'linkClicks'].some(isShown);
  return (
    <>
      <p className="font-semibold [overflow-wrap:anywhere]">
        {isNamed ? <bdi>{data.name}</bdi> : KIND_NAMES[record.entityType]}
      </p>
      {rows.length === 0 && !hasParts && <p className="text-soft">Nothing else.</p>}
      <dl>
        {isShown('videos') && <Videos dealId={record.entityId} />}
        {isShown('readings') && <ViewCounts dealId={record.entityId} />}
        {isShown('screenshots') && <Screenshots dealId={record.entityId} />}
        {isShown('linkClicks') && <Clicks dealId={record.entityId} />}
        {rows.map(({ key, label, text }) => (
          <Row key={key} label={label}>
            <span className="whitespace-pre-wrap">{text}</span>
          </Row>
        ))}
      </dl>
      <p className="mt-2 text-soft">This lists the contents. After you create the link, you can open its page.</p>
    </>
  );
}

function useRecord({ entityType, entityId }: VisitorPreviewProps['record']) {
  const isOf = (kind: SharedRecord['entityType']) => ({ enabled: kind === entityType });
  const deal = useOperation('deals.get', { dealId: entityId }, isOf('deal'));
  const contact = useOperation('contacts.get', { contactId: entityId }, isOf('contact'));
  const influencer = useOperation('influencers.get', { influencerId: entityId }, isOf('influencer'));
  return { deal, contact, influencer }[entityType];
}

function Row({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="grid gap-x-4 border-t border-line py-1.5 first:border-t-0 sm:grid-cols-[9rem_1fr]">
      <dt className="text-soft">{label}</dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

interface PartProps {
  readonly dealId: string;
}

/** Maximum videos listed; a link shows more. */
const NAMED_MAX = 5;

function Videos({ dealId }: PartProps) {
  const { count } = useFormats();
  const read = useOperation('deals.list_videos', { dealId, limit: NAMED_MAX });
  return (
    <Row label="Videos">
      <Part read={read}>
        {({ items, total }) => (
          <ul>
            {items.map(({ id, title, url, latestValue }) => (
              <li key={id}>
                <bdi>{title ?? url}</bdi>
                {latestValue !== null && <span className="text-soft">, {count(latestValue)} views</span>}
              </li>
            ))}
            {total === 0 && <li>No videos yet</li>}
            {total > items.length && <li className="text-soft">{count(total - items.length)} more</li>}
          </ul>
        )}
      </Part>
    </Row>
  );
}

function ViewCounts({ dealId }: PartProps) {
  const { count } = useFormats();
  const read = useOperation('deals.view_logs', { dealId, limit: 1 });
  return (
    <Row label="Views over time">
      <Part read={read}>{({ total }) => many(total, 'view count', count)}</Part>
    </Row>
  );
}

function Screenshots({ dealId }: PartProps) {
  const { count } = useFormats();
  const read = useOperation('screenshots.list', { dealId, status: 'uploaded', limit: 1 });
  return (
    <Row label="Screenshots">
      <Part read={read}>{({ total }) => many(total, 'screenshot', count)}</Part>
    </Row>
  );
}

function Clicks({ dealId }: PartProps) {
  const { count } = useFormats();
  const read = useOperation('short_links.list', { dealId, limit: 1 });
  return (
    <Row label="Clicks">
      <Part read={read}>{({ total }) => many(total, 'short link', count)}</Part>
    </Row>
  );
}

function many(total: number, what: string, count: (value: number) => string): string {
  if (total === 0) return `No ${what}s yet`;
  return total === 1 ? `1 ${what}` : `${count(total)} ${what}s`;
}

interface PartOf<Answer> {
  readonly read: UseQueryResult<Answer>;
  readonly children: (answer: Answer) => ReactNode;
}

/** The loaded data of a part; a failed part does not affect the others. */
function Part<Answer>({ read: { data, isError }, children }: PartOf<Answer>) {
  if (data !== undefined) return children(data);
  return <span className="text-soft">{isError ? "Couldn't load" : 'Loading…'}</span>;
}
