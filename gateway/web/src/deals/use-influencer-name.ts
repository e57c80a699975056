import { useOperation } from '../api/queries.js';

/** Names the influencer of a deal, which the deal has by id alone. */
export function useInfluencerName(influencerId: string | null): (id: string) => string {
  const input = { influencerId: influencerId ?? '' };
  const { data } = useOperation('influencers.get', input, { enabled: influencerId !== null });
  return (id) => (id === influencerId && data ? data.name : 'Another influencer');
}
