import { useQueries } from '@tanstack/react-query';
import { operationQuery } from '../api/queries.js';

/** Reads a record's name, by family. */
export const NAME_QUERIES = {
  deals: (dealId: string) => ({ ...operationQuery('deals.get', { dealId }), select: nameOf }),
  contacts: (contactId: string) => ({ ...operationQuery('contacts.get', { contactId }), select: nameOf }),
  influencers: (influencerId: string) => ({ ...operationQuery('influencers.get', { influencerId }), select: nameOf }),
  teams: (teamId: string) => ({ ...operationQuery('teams.get', { teamId }), select: nameOf }),
  links: (linkId: string) => ({
    ...operationQuery('short_links.get', { linkId }),
    select: ({ shortUrl }: { readonly shortUrl: string }) => shortUrl,
  }),
};

/** Input fields with the id of a record. */
const ID_FIELDS = { dealId: 'deals', contactId: 'contacts', influencerId: 'influencers', teamId: 'teams' } as const;

/**
 * The names of the records that an input names by id, by the field without `Id`; an ellipsis until one is read, so that nothing moves then. Omits
 * those that can't be read.
 */
export function useRecordNames(input: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const named = Object.entries(ID_FIELDS).flatMap(([field, family]) => {
    const id = input[field];
    return typeof id === 'string' ? [{ field: field.replace(/Id$/, ''), query: NAME_QUERIES[family](id) }] : [];
  });
  const names = useQueries({ queries: named.map(({ query }) => query) });
  return new Map(
    named.flatMap(({ field }, index): readonly [string, string][] => {
      const name = names[index];
      if (name?.isPending) return [[field, '…']];
      return name?.data === undefined ? [] : [[field, name.data]];
    }),
  );
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}
