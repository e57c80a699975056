import { parseVideoUrl } from '../addresses/canonical-video-url.js';
import { readAppState } from './app-state.js';
import { readJsonLd } from './json-ld.js';
import { readOpenGraph } from './open-graph.js';
import type { PageFindings } from './page-findings.js';
import type { VideoMetadata } from './video-metadata.js';

/** What the metadata of a page says of the video that was asked for, and of no other. */
export interface PageMetadata {
  /** From the state of the page's program. */
  readonly state: readonly VideoMetadata[];
  /** From JSON-LD; those that name the video first. */
  readonly linked: readonly VideoMetadata[];
  /** From OpenGraph; null when it is about something else. */
  readonly openGraph: VideoMetadata | null;
}

const SCRIPTS_MAX = 50;
/** Characters of all scripts together that are parsed. */
const SCRIPTS_LENGTH_MAX = 8_388_608;

/** Reads the metadata of a page, once; empty when the page is no longer that of the video. */
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
  // A lone video without an address is that of its page.
  const [lone] = linked;
  const nameless = linked.length === 1 && lone?.keys.length === 0 ? [lone] : [];
  return {
    state: state.filter(isNamed),
    linked: [...linked.filter(isNamed), ...nameless],
    openGraph: readOpenGraph(metas),
  };
}

/** Whether the page is still that of the video asked for: after a redirect to another one its metadata says nothing of this one. */
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
