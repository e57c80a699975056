import { collectLinks, type PageLink } from '../in-page/collect-links.js';
import type { PageSession } from '../visits/page-session.js';

const BOUNDS = { anchorsMax: 2_000, cardLengthMax: 600, addressLengthMax: 2_048, msMax: 2_000 };

export interface PageLinks {
  readonly links: readonly PageLink[];
  /** There are more than were looked at. */
  readonly isCut: boolean;
}

/** Links of a page with the text of their cards, in the order of the page; none where the page does not answer. */
export async function readLinks(session: PageSession): Promise<PageLinks> {
  return (await session.askInPassing(collectLinks, BOUNDS)) ?? { links: [], isCut: false };
}
