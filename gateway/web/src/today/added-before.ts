import type { TypedViewCounts } from '../record-views/typed-view-counts.js';

/** A response, and the number of counts that this visit had added before it; later ones are not included in it. */
type WithAdded<Answer> = Answer & { readonly addedBefore: number };

/** Reads again if a count was added during the request, because it is unknown whether the response includes that. */
export async function readWithAdded<Answer extends object>(
  typedViewCounts: Pick<TypedViewCounts, 'added'>,
  read: () => Promise<Answer>,
): Promise<WithAdded<Answer>> {
  for (;;) {
    const addedBefore = typedViewCounts.added();
    const answer = await read();
    if (typedViewCounts.added() === addedBefore) return { ...answer, addedBefore };
  }
}
