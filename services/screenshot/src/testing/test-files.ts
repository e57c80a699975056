import { noise, paint } from '@svc/images/testing/test-images';

/** A PNG unique to its test: random pixels. */
export const freshPng = (side = 8): Promise<Buffer> => noise(side, side);

/** A JPEG with camera and location metadata. */
export function locatedJpeg(): Promise<Buffer> {
  return paint(64, 40)
    .withExif({
      IFD0: { Make: 'SecretCamera' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
    })
    .jpeg()
    .toBuffer();
}
