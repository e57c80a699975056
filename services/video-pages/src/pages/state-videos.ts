import type { PlatformName } from '../addresses/platforms/platform.js';
import { at, extractJson, type JsonObject, listOf, objectsIn, textOf, textOfRuns } from '../metadata/json-text.js';

/** A video named in a page's app state. */
export interface NamedVideo {
  readonly url: string;
  readonly text: string;
}

/** Maximum videos from one script. */
const VIDEOS_MAX = 2_000;
const TEXT_LENGTH_MAX = 600;
const MEDIA_MAX = 50;

const READERS: Readonly<Record<PlatformName, (object: JsonObject) => NamedVideo | null>> = {
  youtube: readYouTube,
  tiktok: readTikTok,
  instagram: readInstagram,
  x: readX,
  facebook: readFacebook,
  twitch: readTwitch,
};

/** Lists the videos named in a script of a platform's page, breadth first; may contain duplicates. */
export function listStateVideos(platform: PlatformName, name: string, text: string): NamedVideo[] {
  const videos: NamedVideo[] = [];
  for (const object of objectsIn(extractJson(text, name))) {
    const video = READERS[platform](object);
    if (video) videos.push(video);
    if (videos.length === VIDEOS_MAX) break;
  }
  return videos;
}

function readYouTube(object: JsonObject): NamedVideo | null {
  const isLockup = object['contentType'] === 'LOCKUP_CONTENT_TYPE_VIDEO';
  const id = textOf(object['videoId'], 64) ?? (isLockup ? textOf(object['contentId'], 64) : null);
  if (id === null) return null;
  const title = object['title'] ?? object['headline'] ?? at(object['metadata'], 'lockupMetadataViewModel', 'title');
  const written = at(title, 'simpleText') ?? at(title, 'content') ?? textOfRuns(at(title, 'runs'));
  return { url: `https://www.youtube.com/watch?v=${id}`, text: cardText(written) };
}

function readTikTok(object: JsonObject): NamedVideo | null {
  const id = textOf(object['id'], 64);
  if (id === null || typeof object['desc'] !== 'string' || object['video'] === undefined) return null;
  const handle = textOf(at(object['author'], 'uniqueId') ?? object['author'], 100) ?? '_';
  return { url: `https://www.tiktok.com/@${handle}/video/${id}`, text: cardText(object['desc']) };
}

function readInstagram(object: JsonObject): NamedVideo | null {
  const code = textOf(object['code'], 64) ?? textOf(object['shortcode'], 64);
  const isVideo = object['is_video'] === true || object['media_type'] === 2 || object['video_versions'] !== undefined;
  if (code === null || !isVideo) return null;
  const caption = at(object['caption'], 'text') ?? at(object, 'edge_media_to_caption', 'edges', 0, 'node', 'text');
  const handle = textOf(at(object['user'], 'username') ?? at(object['owner'], 'username'), 30);
  const path = handle === null ? '' : `${handle}/`;
  return { url: `https://www.instagram.com/${path}reel/${code}/`, text: cardText(caption) };
}

function readX(object: JsonObject): NamedVideo | null {
  const id = textOf(object['rest_id'], 64) ?? textOf(object['id_str'], 64);
  const media = listOf(at(object, 'legacy', 'extended_entities', 'media')).slice(0, MEDIA_MAX);
  if (id === null || !media.some((each) => at(each, 'type') === 'video')) return null;
  const handle = textOf(at(object, 'core', 'user_results', 'result', 'legacy', 'screen_name'), 20) ?? 'i';
  return { url: `https://x.com/${handle}/status/${id}`, text: cardText(at(object, 'legacy', 'full_text')) };
}

function readFacebook(object: JsonObject): NamedVideo | null {
  const id = textOf(object['video_id'], 64) ?? (object['__typename'] === 'Video' ? textOf(object['id'], 64) : null);
  if (id === null) return null;
  const text = at(object['message'], 'text') ?? at(object['title'], 'text') ?? object['name'];
  return { url: `https://www.facebook.com/watch/?v=${id}`, text: cardText(text) };
}

function readTwitch(object: JsonObject): NamedVideo | null {
  const id = object['__typename'] === 'Video' ? textOf(object['id'], 64) : null;
  const slug = object['__typename'] === 'Clip' ? textOf(object['slug'], 100) : null;
  if (id !== null) return { url: `https://www.twitch.tv/videos/${id}`, text: cardText(object['title']) };
  return slug === null ? null : { url: `https://clips.twitch.tv/${slug}`, text: cardText(object['title']) };
}

function cardText(value: unknown): string {
  return textOf(value, TEXT_LENGTH_MAX) ?? '';
}
