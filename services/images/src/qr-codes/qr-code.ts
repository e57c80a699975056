import { LRUCache } from 'lru-cache';

/** Pixels on a side of a PNG. */
const PNG_SIDE = 512;
/** Width of the quiet zone in modules (ISO/IEC 18004, section 6.3.8). */
const QUIET_MODULES = 4;
const CACHED_MAX = 1_000;

export type QrCodeFormat = 'svg' | 'png';

const known = new LRUCache<string, Promise<Buffer>>({ max: CACHED_MAX });

/** The QR code of a text of at most a few thousand characters. Caches the latest thousand codes. */
export function qrCodeOf(text: string, format: QrCodeFormat): Promise<Buffer> {
  const key = `${format} ${text}`;
  const cached = known.get(key);
  if (cached) return cached;
  const made = format === 'png' ? makePng(text) : makeSvg(text);
  known.set(key, made);
  made.catch(() => known.delete(key));
  return made;
}

/** Loaded on first use: many processes never create a code, and it would add over a hundred modules to each startup. */
const loadCodes = async () => (await import('qrcode')).default;
const loadImages = async () => (await import('sharp')).default;

async function makeSvg(text: string): Promise<Buffer> {
  const codes = await loadCodes();
  return Buffer.from(await codes.toString(text, { type: 'svg' }));
}

/** Scales and encodes with the image library, which uses a thread; the code library itself would block the event loop for 14 milliseconds. */
async function makePng(text: string): Promise<Buffer> {
  const [codes, sharp] = await Promise.all([loadCodes(), loadImages()]);
  const { size, data } = codes.create(text).modules;
  const modules = Buffer.from(data).map((isDark) => (isDark ? 0 : 255));
  const scale = Math.max(1, Math.floor(PNG_SIDE / (size + 2 * QUIET_MODULES)));
  const margin = Math.max(QUIET_MODULES * scale, Math.floor((PNG_SIDE - size * scale) / 2));
  const rest = Math.max(margin, PNG_SIDE - size * scale - margin);
  return sharp(modules, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * scale, kernel: 'nearest' })
    .extend({ top: margin, left: margin, bottom: rest, right: rest, background: '#ffffff' })
    .toColourspace('b-w')
    .png()
    .toBuffer();
}
