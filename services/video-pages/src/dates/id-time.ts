const TIKTOK = /^tiktok:(\d{15,20})$/;
const X = /^x:(\d{8,20})$/;
const INSTAGRAM_CODE = /^instagram:([\w-]{5,28})$/;
const INSTAGRAM_STORY = /^instagram:story:(\d{1,25})$/;

/** First X id that encodes a time; earlier ids were sequential. */
const FIRST_TIMED_POST = 29_700_859_247n;
const X_EPOCH_MS = 1_288_834_974_657n;
const INSTAGRAM_EPOCH_MS = 1_314_220_021_721n;
const CODE_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const EARLIEST_MS = Date.UTC(2010, 0, 1);
const LATEST_MS = Date.UTC(2100, 0, 1);

/** Returns the publication time encoded in a video's id, in ISO 8601; null for ids without one. */
export function timeOfKey(canonicalKey: string): string | null {
  const milliseconds = tiktokTime(canonicalKey) ?? postTime(canonicalKey) ?? instagramTime(canonicalKey);
  if (milliseconds === null || milliseconds < EARLIEST_MS || milliseconds >= LATEST_MS) return null;
  return new Date(milliseconds).toISOString();
}

function tiktokTime(key: string): number | null {
  const id = TIKTOK.exec(key)?.[1];
  return id === undefined ? null : Number(BigInt(id) >> 32n) * 1_000;
}

function postTime(key: string): number | null {
  const text = X.exec(key)?.[1];
  if (text === undefined) return null;
  const id = BigInt(text);
  return id < FIRST_TIMED_POST ? null : Number((id >> 22n) + X_EPOCH_MS);
}

function instagramTime(key: string): number | null {
  const code = INSTAGRAM_CODE.exec(key)?.[1];
  const story = INSTAGRAM_STORY.exec(key)?.[1];
  const id = story === undefined ? idOfCode(code ?? '') : BigInt(story);
  return id >> 23n === 0n ? null : Number((id >> 23n) + INSTAGRAM_EPOCH_MS);
}

function idOfCode(code: string): bigint {
  let id = 0n;
  for (const character of code) id = id * 64n + BigInt(CODE_CHARACTERS.indexOf(character));
  return id;
}
