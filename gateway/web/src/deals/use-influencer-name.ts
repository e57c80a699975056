import { useOperation } from '../api/queries.js';

/** Reads the name of a deal's influencer by id. */
export function useInfluencerName(influencerId: string | null): (id: string) => string {
  const input = { influencerId: influencerId ?? '' };
  const { data } = useOperation('influencers.get', input, { enabled: influencerId !== null });
  return (id) => (id === influencerId && data ? data.name : 'Another influencer');
}
