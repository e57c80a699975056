import { buffer } from 'node:stream/consumers';
import { derivedKey } from '@svc/objects/store/object-keys';
import type { ObjectStore } from '@svc/objects/store/object-store';
import sharp, { type Sharp } from 'sharp';

/** An image of one color, for the caller to encode. */
export function paint(width: number, height: number): Sharp {
  return sharp({ create: { width, height, channels: 3, background: '#a06428' } });
}

/** A PNG of incompressible pixels. */
export function noise(width: number, height: number): Promise<Buffer> {
  return sharp({
    create: { width, height, channels: 3, background: 'black', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png()
    .toBuffer();
}

/** The bytes of an object. Throws for an unknown one. */
export async function readObject(store: ObjectStore, key: string): Promise<Buffer> {
  const stream = await store.read(key);
  if (!stream) throw new Error(`There is no object ${key}.`);
  return buffer(stream);
}

/** Width and height of each derived image. Throws when one is missing or not WebP. */
export async function derivedSizes(store: ObjectStore, sha256: string): Promise<Record<string, [number, number]>> {
  const sizes: Record<string, [number, number]> = {};
  for (const name of ['display', 'thumb-160', 'thumb-480', 'thumb-1280']) {
    const { width, height, format } = await sharp(await readObject(store, derivedKey(sha256, name))).metadata();
    if (format !== 'webp') throw new Error(`${name} is ${format}, not WebP.`);
    sizes[name] = [width, height];
  }
  return sizes;
}
