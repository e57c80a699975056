import { keyOfAddress } from './json-ld.js';
import { countOf, textOf } from './json-text.js';
import { CAPTION_LENGTH_MAX, NO_METADATA, TITLE_LENGTH_MAX, type VideoMetadata } from './video-metadata.js';

export interface Meta {
  readonly name: string;
  readonly content: string;
}

const METAS_MAX = 500;
const DESCRIPTIONS = ['og:description', 'twitter:description', 'description'];

/** Reads a video's metadata from the OpenGraph tags of its page. */
export function readOpenGraph(metas: readonly Meta[]): VideoMetadata {
  const content = (name: string): string | undefined =>
    metas.slice(0, METAS_MAX).find((meta) => meta.name.trim().toLowerCase() === name)?.content;
  const key = keyOfAddress(content('og:url'));
  return {
    ...NO_METADATA,
    keys: key === null ? [] : [key],
    title: textOf(content('og:title'), TITLE_LENGTH_MAX),
    description: textOf(content('og:description'), CAPTION_LENGTH_MAX),
    publishedText: textOf(content('video:release_date') ?? content('og:video:release_date'), 64),
    durationSeconds: countOf(content('og:video:duration') ?? content('video:duration')),
  };
}

/** Returns the page's descriptions, most likely about the video first. */
export function readDescriptions(metas: readonly Meta[]): string[] {
  return DESCRIPTIONS.flatMap((name) =>
    metas
      .slice(0, METAS_MAX)
      .filter((meta) => meta.name.trim().toLowerCase() === name)
      .map(({ content }) => content.slice(0, CAPTION_LENGTH_MAX)),
  );
}
