import { useState } from 'react';
import { useOperation } from '../../api/queries.js';
import type { Deal } from '../deal-texts.js';
import type { DealValues, Person } from './deal-fields.js';

/** The contact's name: that in the deal, else that of the owner's contact record. Null until it is read. */
export function useContactName(deal: Deal | undefined): string | null {
  const contactId = deal?.contactName === null && deal.access.role === 'owner' ? deal.contactId : null;
  const { data } = useOperation('contacts.get', { contactId: contactId ?? '' }, { enabled: contactId !== null });
  return deal?.contactName ?? data?.name ?? null;
}

/** Reads the influencer's name, which a deal does not have. Null until it is read. */
export function useInfluencerName(deal: Deal | undefined): string | null {
  const influencerId = deal?.influencerId ?? null;
  const input = { influencerId: influencerId ?? '' };
  return useOperation('influencers.get', input, { enabled: influencerId !== null }).data?.name ?? null;
}

/** The people of a deal as values of its form. */
export function usePeopleOf(deal: Deal | undefined): (current: Deal) => Pick<DealValues, 'contactId' | 'influencerId'> {
  const [contactName, influencerName] = [useContactName(deal), useInfluencerName(deal)];
  // If the name were read later, it would count as a change of the form.
  const [first] = useState({ contactName, influencerName });
  const isOwner = deal?.access.role === 'owner';
  return (current) => ({
    contactId:
      current.contactName === null && isOwner
        ? person(current.contactId, current.contactId === deal.contactId && first.contactName, 'Another contact')
        : person(current.contactId ?? '', current.contactName),
    influencerId: person(
      current.influencerId,
      current.influencerId === deal?.influencerId && first.influencerName,
      'Another influencer',
    ),
  });
}

function person(id: string | null, name: string | false | null, fallback?: string): Person | null {
  const shown = name || fallback;
  return id === null || shown === undefined ? null : { id, name: shown };
}
