import { parseVideoUrl } from '../addresses/canonical-video-url.js';
import { handleKey, parseAccountUrl } from '../addresses/video-link.js';
import { at, countOf, isObject, type JsonObject, listOf, objectsIn, parseJson, textOf } from './json-text.js';
import {
  ADDRESS_TEXT_LENGTH_MAX,
  CAPTION_LENGTH_MAX,
  type Comment,
  COMMENT_LENGTH_MAX,
  type CountedViews,
  NO_METADATA,
  TITLE_LENGTH_MAX,
  type VideoMetadata,
} from './video-metadata.js';

const VIDEOS_MAX = 50;
const STATISTICS_MAX = 50;
const SCHEMA_ORG = /^https?:\/\/schema\.org\//;
const DURATION =
  /^P(?:(?<days>\d{1,5}(?:\.\d{1,9})?)D)?(?:T(?:(?<hours>\d{1,5}(?:\.\d{1,9})?)H)?(?:(?<minutes>\d{1,6}(?:\.\d{1,9})?)M)?(?:(?<seconds>\d{1,8}(?:\.\d{1,9})?)S)?)?$/;

/** Actions that count views, as opposed to likes and comments. */
const VIEW_ACTIONS: ReadonlyMap<string, CountedViews['metric']> = new Map([
  ['WatchAction', 'views'],
  ['ViewAction', 'views'],
  ['ListenAction', 'plays'],
]);

/** Parses the videos in a JSON-LD script, at any depth; empty for invalid JSON. */
export function readJsonLd(text: string): VideoMetadata[] {
  const videos: VideoMetadata[] = [];
  for (const object of objectsIn(parseJson(text))) {
    if (listOf(object['@type']).some((type) => schemaName(type) === 'VideoObject')) videos.push(readVideo(object));
    if (videos.length === VIDEOS_MAX) break;
  }
  return videos;
}

/** Returns the seconds of an ISO 8601 duration such as `PT10M12S`; null for anything else. */
export function readDuration(text: unknown): number | null {
  if (typeof text !== 'string' || text.length > 64) return null;
  const groups = DURATION.exec(text.trim())?.groups;
  if (!groups || !/\d/.test(text)) return null;
  const part = (name: string): number => Number(groups[name] ?? 0);
  return part('days') * 86_400 + part('hours') * 3_600 + part('minutes') * 60 + part('seconds');
}

function readVideo(video: JsonObject): VideoMetadata {
  return {
    ...NO_METADATA,
    keys: keysOf(video),
    views: readViews(video),
    title: textOf(video['name'], TITLE_LENGTH_MAX),
    description: textOf(video['description'], CAPTION_LENGTH_MAX),
    author: readAuthor(video['author']),
    accountHandle: readHandle(video['author']) ?? readHandle(video['creator']),
    publishedText: textOf(video['uploadDate'], 64) ?? textOf(video['datePublished'], 64),
    durationSeconds: readDuration(video['duration']),
    firstComment: readComment(video),
  };
}

function keysOf(video: JsonObject): string[] {
  const addresses = [
    video['@id'],
    video['url'],
    video['embedUrl'],
    video['mainEntityOfPage'],
    at(video['mainEntityOfPage'], '@id'),
  ];
  const keys = addresses.flatMap((address) => keyOfAddress(address) ?? []);
  return [...new Set(keys)];
}

/** Returns the key of a platform's video that a URL leads to; null for other URLs. */
export function keyOfAddress(address: unknown): string | null {
  const text = textOf(address, ADDRESS_TEXT_LENGTH_MAX);
  const parsed = text === null ? null : parseVideoUrl(text);
  return parsed?.ok && parsed.platformVideoId !== null ? parsed.canonicalKey : null;
}

function readAuthor(author: unknown): string | null {
  const [first] = listOf(author);
  return textOf(first, TITLE_LENGTH_MAX) ?? textOf(at(first, 'name'), TITLE_LENGTH_MAX);
}

/** Returns the handle in a person's URL or alternate name. */
function readHandle(person: unknown): string | null {
  const [first] = listOf(person);
  const named = textOf(at(first, 'alternateName'), 101);
  const address = textOf(at(first, 'url'), ADDRESS_TEXT_LENGTH_MAX);
  const account = address === null ? null : parseAccountUrl(address);
  return account?.handle ?? (named?.startsWith('@') ? handleKey(named) : null);
}

function readComment(video: JsonObject): Comment | null {
  const [first] = listOf(video['comment']);
  const text = textOf(at(first, 'text'), COMMENT_LENGTH_MAX);
  if (text === null) return null;
  const byAuthor = isSamePerson(video['author'], at(first, 'author'));
  return { text, byAuthor, pinned: null };
}

/** Compares two people by handle, or by name when neither has one; null when they cannot be compared. */
function isSamePerson(one: unknown, other: unknown): boolean | null {
  const handles = [readHandle(one), readHandle(other)];
  const [first, second] = handles.every((handle) => handle === null) ? [readAuthor(one), readAuthor(other)] : handles;
  return first === null || second === null ? null : first === second;
}

function readViews(video: JsonObject): CountedViews | null {
  for (const statistic of listOf(video['interactionStatistic']).slice(0, STATISTICS_MAX)) {
    const metric = VIEW_ACTIONS.get(actionName(at(statistic, 'interactionType')));
    const value = countOf(at(statistic, 'userInteractionCount'));
    if (metric !== undefined && value !== null) return { value, metric };
  }
  return readLegacyCount(video['interactionCount']);
}

/** Parses the form that schema.org has deprecated: a number, or `UserPlays:123`. */
function readLegacyCount(count: unknown): CountedViews | null {
  if (typeof count !== 'string') return asViews(countOf(count));
  const [kind = '', number] = count.trim().split(':', 2);
  if (number === undefined) return asViews(countOf(kind));
  const value = schemaName(kind) === 'UserPlays' ? countOf(number) : null;
  return value === null ? null : { value, metric: 'plays' };
}

function asViews(value: number | null): CountedViews | null {
  return value === null ? null : { value, metric: 'views' };
}

function actionName(type: unknown): string {
  return isObject(type) ? schemaName(type['@type'] ?? type['@id']) : schemaName(type);
}

function schemaName(type: unknown): string {
  return typeof type === 'string' ? type.trim().replace(SCHEMA_ORG, '') : '';
}
