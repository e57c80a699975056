const KEY =
  /^(?:sha256\/([0-9a-f]{2})\/([0-9a-f]{2})\/\1\2[0-9a-f]{60}|derived\/[0-9a-f]{64}\/[a-z0-9-]{1,32}\.webp|claim\.json)$/;
const FOLDER = /^(?:sha256|derived)\/(?:[0-9a-f]{1,64}\/){0,2}$/;

/** Key of the object that names the owner of the others. */
export const CLAIM_KEY = 'claim.json';

/** Folders of images: originals, and derived ones. */
export const IMAGE_FOLDERS = ['sha256/', 'derived/'] as const;

/** Key of stored bytes, by their SHA-256 in lower-case hexadecimal. */
export function originalKey(sha256: string): string {
  return checkKey(`sha256/${sha256.slice(0, 2)}/${sha256.slice(2, 4)}/${sha256}`);
}

/** Key of an image derived from the original with this SHA-256; `name` is its purpose. */
export function derivedKey(sha256: string, name: string): string {
  return checkKey(`derived/${sha256}/${name}.webp`);
}

/** Folder of all images derived from the original with this SHA-256. */
export function derivedFolder(sha256: string): string {
  return checkFolder(`derived/${sha256}/`);
}

/** SHA-256 of the image that an object belongs to; every key contains it. */
export function sha256Of(key: string): string {
  return /[0-9a-f]{64}/.exec(key)?.[0] ?? '';
}

/** Returns a valid key, and throws for any other text: keys become paths and URLs. */
export function checkKey(key: string): string {
  if (!KEY.test(key)) throw new Error('An object key must be made by originalKey or derivedKey, or be CLAIM_KEY.');
  return key;
}

export function checkFolder(folder: string): string {
  if (!FOLDER.test(folder)) throw new Error('Objects are listed below sha256/ or derived/, by whole folders.');
  return folder;
}
