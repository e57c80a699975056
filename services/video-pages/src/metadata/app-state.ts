import { handleKey, parseAccountUrl } from '../addresses/video-link.js';
import { at, countOf, extractJson, type JsonObject, listOf, objectsIn, textOf, textOfRuns } from './json-text.js';
import {
  ADDRESS_TEXT_LENGTH_MAX,
  CAPTION_LENGTH_MAX,
  type CaptionTrack,
  type Comment,
  COMMENT_LENGTH_MAX,
  NO_METADATA,
  TITLE_LENGTH_MAX,
  type VideoMetadata,
} from './video-metadata.js';

const TRACKS_MAX = 50;
/** Maximum videos read from one script. */
const VIDEOS_MAX = 200;
/** Seconds of the last instant with a four-digit year. */
const SECONDS_MAX = 253_402_300_799;

const YOUTUBE_NAME = 'ytInitialPlayerResponse';
/** State around YouTube's player, including the first comments. */
const YOUTUBE_PAGE_NAME = 'ytInitialData';
const TIKTOK_NAME = '__UNIVERSAL_DATA_FOR_REHYDRATION__';

/** Parses the videos described by a page's app state. `name` is the variable or the id of the script that holds it. */
export function readAppState(name: string, text: string): VideoMetadata[] {
  const state = extractJson(text, name);
  if (state === undefined) return [];
  if (name === YOUTUBE_NAME) return readYouTube(state);
  if (name === YOUTUBE_PAGE_NAME) return readYouTubePage(state);
  if (name === TIKTOK_NAME) return readTikTok(state);
  return readFeeds(state);
}

function readYouTube(state: unknown): VideoMetadata[] {
  const details = at(state, 'videoDetails');
  const id = textOf(at(details, 'videoId'), 64);
  if (id === null) return [];
  const page = at(state, 'microformat', 'playerMicroformatRenderer');
  const views = countOf(at(details, 'viewCount'));
  const account = parseAccountUrl(textOf(at(page, 'ownerProfileUrl'), ADDRESS_TEXT_LENGTH_MAX) ?? '');
  return [
    {
      ...NO_METADATA,
      keys: [`youtube:${id}`],
      views: views === null ? null : { value: views, metric: 'views' },
      title: textOf(at(details, 'title'), TITLE_LENGTH_MAX),
      description: textOf(at(details, 'shortDescription'), CAPTION_LENGTH_MAX),
      author: textOf(at(details, 'author'), TITLE_LENGTH_MAX),
      accountHandle: account?.handle ?? textOf(at(details, 'channelId'), 64),
      publishedText: textOf(at(page, 'publishDate'), 64) ?? textOf(at(page, 'uploadDate'), 64),
      durationSeconds: countOf(at(details, 'lengthSeconds')),
      captionTracks: readTracks(at(state, 'captions', 'playerCaptionsTracklistRenderer', 'captionTracks'), {
        url: 'baseUrl',
        language: 'languageCode',
        kind: 'kind',
      }),
    },
  ];
}

function readYouTubePage(state: unknown): VideoMetadata[] {
  const id = textOf(at(state, 'currentVideoEndpoint', 'watchEndpoint', 'videoId'), 64);
  if (id === null) return [];
  for (const object of objectsIn(state)) {
    const firstComment = readYouTubeComment(object);
    if (firstComment) return [{ ...NO_METADATA, keys: [`youtube:${id}`], firstComment }];
  }
  return [];
}

/** Supports the current comment format and the previous one. */
function readYouTubeComment(object: JsonObject): Comment | null {
  const payload = object['commentEntityPayload'];
  const renderer = object['commentRenderer'];
  const text = textOf(
    at(payload, 'properties', 'content', 'content') ?? textOfRuns(at(renderer, 'contentText', 'runs')),
    COMMENT_LENGTH_MAX,
  );
  if (text === null) return null;
  const isCreator = at(payload, 'author', 'isCreator') ?? at(renderer, 'authorIsChannelOwner');
  const badge = at(payload, 'properties', 'pinnedText') ?? at(renderer, 'pinnedCommentBadge');
  return {
    text,
    byAuthor: typeof isCreator === 'boolean' ? isCreator : null,
    pinned: badge === undefined ? null : true,
  };
}

function readTikTok(state: unknown): VideoMetadata[] {
  const item = at(state, '__DEFAULT_SCOPE__', 'webapp.video-detail', 'itemInfo', 'itemStruct');
  const id = textOf(at(item, 'id'), 64);
  if (id === null) return [];
  const plays = countOf(at(item, 'statsV2', 'playCount')) ?? countOf(at(item, 'stats', 'playCount'));
  return [
    {
      ...NO_METADATA,
      keys: [`tiktok:${id}`],
      views: plays === null ? null : { value: plays, metric: 'plays' },
      description: textOf(at(item, 'desc'), CAPTION_LENGTH_MAX),
      author: textOf(at(item, 'author', 'uniqueId'), TITLE_LENGTH_MAX),
      accountHandle: handleOf(at(item, 'author', 'uniqueId')),
      publishedText: timeOfSeconds(at(item, 'createTime')),
      durationSeconds: countOf(at(item, 'video', 'duration')),
      captionTracks: readTracks(at(item, 'video', 'subtitleInfos'), {
        url: 'Url',
        language: 'LanguageCodeName',
        kind: 'Source',
      }),
    },
  ];
}

/** Instagram, X and Facebook nest videos anywhere in large feeds; a count belongs to the id in the same object. */
function readFeeds(state: unknown): VideoMetadata[] {
  const videos: VideoMetadata[] = [];
  for (const object of objectsIn(state)) {
    const video = readInstagram(object) ?? readX(object) ?? readFacebook(object);
    if (video) videos.push(video);
    if (videos.length === VIDEOS_MAX) break;
  }
  return videos;
}

function readInstagram(object: JsonObject): VideoMetadata | null {
  const code = textOf(object['code'], 64) ?? textOf(object['shortcode'], 64);
  const views = countOf(object['video_view_count']);
  const plays = countOf(object['play_count']) ?? countOf(object['video_play_count']);
  if (code === null || (views ?? plays) === null) return null;
  const accountHandle = handleOf(at(object['user'], 'username') ?? at(object['owner'], 'username'));
  return {
    ...NO_METADATA,
    keys: [`instagram:${code}`],
    // Sites that count plays set views to 0 or omit them.
    views: views ? asCount(views, 'views') : asCount(plays ?? views, plays === null ? 'views' : 'plays'),
    description: textOf(at(object['caption'], 'text'), CAPTION_LENGTH_MAX),
    author: textOf(at(object['user'], 'username') ?? at(object['owner'], 'username'), TITLE_LENGTH_MAX),
    accountHandle,
    publishedText: timeOfSeconds(object['taken_at'] ?? object['taken_at_timestamp']),
    firstComment: readInstagramComment(object, accountHandle),
  };
}

function readInstagramComment(object: JsonObject, accountHandle: string | null): Comment | null {
  const edges = object['edge_media_to_parent_comment'] ?? object['edge_media_to_comment'];
  const first = at(edges, 'edges', 0, 'node') ?? at(object['preview_comments'], 0) ?? at(object['comments'], 0);
  const text = textOf(at(first, 'text'), COMMENT_LENGTH_MAX);
  if (text === null) return null;
  const commenter = handleOf(at(first, 'owner', 'username') ?? at(first, 'user', 'username'));
  const byAuthor = commenter === null || accountHandle === null ? null : commenter === accountHandle;
  return { text, byAuthor, pinned: at(first, 'is_pinned') === true ? true : null };
}

function handleOf(username: unknown): string | null {
  const text = textOf(username, 100);
  return text === null ? null : handleKey(text);
}

function readX(object: JsonObject): VideoMetadata | null {
  const id = textOf(object['rest_id'], 64) ?? textOf(object['id_str'], 64);
  const views = countOf(at(object['views'], 'count'));
  if (id === null || views === null) return null;
  return {
    ...NO_METADATA,
    keys: [`x:${id}`],
    views: asCount(views, 'views'),
    description: textOf(at(object, 'legacy', 'full_text'), CAPTION_LENGTH_MAX),
    accountHandle: handleOf(
      at(object, 'core', 'user_results', 'result', 'legacy', 'screen_name') ??
        at(object, 'core', 'user_results', 'result', 'core', 'screen_name'),
    ),
    publishedText: textOf(at(object, 'legacy', 'created_at'), 64),
  };
}

function readFacebook(object: JsonObject): VideoMetadata | null {
  const id = textOf(object['video_id'], 64) ?? textOf(object['videoId'], 64) ?? textOf(object['id'], 64);
  const views = countOf(object['video_view_count']);
  if (id === null || views === null) return null;
  return {
    ...NO_METADATA,
    keys: [`facebook:${id}`],
    views: asCount(views, 'views'),
    publishedText: timeOfSeconds(object['publish_time']),
  };
}

function asCount(value: number | null, metric: 'views' | 'plays'): VideoMetadata['views'] {
  return value === null ? null : { value, metric };
}

function timeOfSeconds(seconds: unknown): string | null {
  const count = countOf(seconds);
  return count === null || count === 0 || count > SECONDS_MAX ? null : new Date(count * 1_000).toISOString();
}

function readTracks(
  tracks: unknown,
  names: { readonly url: string; readonly language: string; readonly kind: string },
): CaptionTrack[] {
  return listOf(tracks)
    .slice(0, TRACKS_MAX)
    .flatMap((track) => {
      const url = textOf(at(track, names.url), ADDRESS_TEXT_LENGTH_MAX);
      if (url === null) return [];
      return [{ url, language: textOf(at(track, names.language), 35), kind: textOf(at(track, names.kind), 64) }];
    });
}
