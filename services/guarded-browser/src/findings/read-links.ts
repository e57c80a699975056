import { collectLinks, type PageLink } from '../in-page/collect-links.js';
import type { PageSession } from '../visits/page-session.js';

const BOUNDS = { anchorsMax: 2_000, cardLengthMax: 600, addressLengthMax: 2_048, msMax: 2_000 };

export interface PageLinks {
  readonly links: readonly PageLink[];
  /** Whether there are more links than were read. */
  readonly isCut: boolean;
}

/** Links of a page with the text of their cards, in page order; none when the page does not respond. */
export async function readLinks(session: PageSession): Promise<PageLinks> {
  return (await session.askInPassing(collectLinks, BOUNDS)) ?? { links: [], isCut: false };
}
