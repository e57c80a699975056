import { PLATFORM_NAMES } from '@svc/web/shared/platform-names';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationQuery, useOperation } from '../../api/queries.js';
import { useDebounced } from '../../ui/debounced.js';
import { SuggestField, type SuggestFieldProps } from '../../ui/fields/suggest-field.js';

export type SuggestedFieldProps = Omit<SuggestFieldProps, 'suggestions' | 'maxLength'>;

const TYPING_MS = 150;
/** Number of deals whose values are suggested. */
const DEALS_READ = 50;

/** A brand: one that deals have already, or a new one. */
export function BrandField(props: SuggestedFieldProps) {
  const [first] = useState(props.text);
  const q = useDebounced(props.text === first ? '' : props.text.trim(), TYPING_MS);
  const deals = useQuery({
    ...operationQuery('deals.list', { limit: DEALS_READ, sort: '-updatedAt', ...(q !== '' && { q }) }),
    // The brands found so far are kept, so that keys can select them.
    placeholderData: keepPreviousData,
  });
  const brands = (deals.data?.items ?? []).flatMap(({ brand }) => brand ?? []);
  return <SuggestField {...props} maxLength={200} suggestions={distinct(brands)} />;
}

/** A platform: a known one, one that deals have already, or a new one. */
export function PlatformField(props: SuggestedFieldProps) {
  const deals = useOperation('deals.list', { limit: DEALS_READ, sort: '-updatedAt' });
  const used = (deals.data?.items ?? []).flatMap(({ platform }) => platform ?? []);
  const { other: _other, ...known } = PLATFORM_NAMES;
  return <SuggestField {...props} maxLength={50} suggestions={distinct([...used, ...Object.values(known)])} />;
}

/** Each text once, ignoring case. */
function distinct(texts: readonly string[]): readonly string[] {
  return [...new Map(texts.toReversed().map((text) => [text.toLowerCase(), text])).values()].toReversed();
}
