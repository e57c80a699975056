import { parseVideoUrl } from '../addresses/canonical-video-url.js';
import { readAppState } from './app-state.js';
import { readJsonLd } from './json-ld.js';
import { readOpenGraph } from './open-graph.js';
import type { PageFindings } from './page-findings.js';
import type { VideoMetadata } from './video-metadata.js';

/** Metadata of the requested video on its page, never of another video. */
export interface PageMetadata {
  /** Metadata from the page's app state. */
  readonly state: readonly VideoMetadata[];
  /** Metadata from JSON-LD; entries that name the video come first. */
  readonly linked: readonly VideoMetadata[];
  /** Metadata from OpenGraph; null when it describes something else. */
  readonly openGraph: VideoMetadata | null;
}

const SCRIPTS_MAX = 50;
/** Maximum characters parsed across all scripts. */
const SCRIPTS_LENGTH_MAX = 8_388_608;

/** Parses the metadata of a page; empty when the page no longer shows the video. */
export function readPageMetadata(findings: PageFindings): PageMetadata {
  if (!isPageOf(findings)) return { state: [], linked: [], openGraph: null };
  const { scripts, requestedKey, metas } = findings;
  const read = boundedScripts(scripts).map(({ type, name, text }) => ({
    type,
    videos: type === 'app_state' ? readAppState(name, text) : readJsonLd(text),
  }));
  const state = read.filter(({ type }) => type === 'app_state').flatMap(({ videos }) => videos);
  const linked = read.filter(({ type }) => type === 'json_ld').flatMap(({ videos }) => videos);
  const isNamed = (video: VideoMetadata): boolean => video.keys.length > 0 && namesOnly(video, requestedKey);
  // A single video without a URL belongs to its page.
  const [lone] = linked;
  const nameless = linked.length === 1 && lone?.keys.length === 0 ? [lone] : [];
  return {
    state: state.filter(isNamed),
    linked: [...linked.filter(isNamed), ...nameless],
    openGraph: readOpenGraph(metas),
  };
}

/** Whether the page still shows the requested video; after a redirect its metadata describes another one. */
export function isPageOf({ url, requestedKey, metas }: PageFindings): boolean {
  const page = parseVideoUrl(url);
  if (!page.ok || page.canonicalKey !== requestedKey) return false;
  return namesOnly(readOpenGraph(metas), requestedKey);
}

function namesOnly({ keys }: VideoMetadata, key: string): boolean {
  return keys.every((named) => named === key);
}

function boundedScripts(scripts: PageFindings['scripts']): PageFindings['scripts'] {
  let left = SCRIPTS_LENGTH_MAX;
  return scripts.slice(0, SCRIPTS_MAX).filter(({ text }) => {
    const fits = text.length <= left;
    if (fits) left -= text.length;
    return fits;
  });
}
