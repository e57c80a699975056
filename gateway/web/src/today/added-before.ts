import type { TypedViewCounts } from '../record-views/typed-view-counts.js';

/** An answer, and how many counts this visit had added before it; later ones are not in it. */
type WithAdded<Answer> = Answer & { readonly addedBefore: number };

/** Reads again if a count was added meanwhile: only then is it known whether the answer includes it. */
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
