const TIFF_START = 'Exif\0\0';
const GPS_TAG = 0x8825;

/** Whether an image's metadata contains its location: GPS entries in EXIF (CIPA DC-008), or their names in XMP. */
export function hasLocation(exif: Buffer | undefined, xmp: Buffer | undefined): boolean {
  return (exif !== undefined && hasGpsEntries(exif)) || (xmp?.includes('GPSLatitude') ?? false);
}

function hasGpsEntries(exif: Buffer): boolean {
  const tiff = exif.toString('latin1', 0, 6) === TIFF_START ? exif.subarray(6) : exif;
  const isLittleEndian = tiff.toString('latin1', 0, 2) === 'II';
  const read16 = (at: number): number => (isLittleEndian ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const read32 = (at: number): number => (isLittleEndian ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  try {
    const directory = read32(4);
    for (let index = 0; index < read16(directory); index += 1) {
      const entry = directory + 2 + index * 12;
      if (read16(entry) === GPS_TAG) return read16(read32(entry + 8)) > 0;
    }
    return false;
  } catch {
    // A directory that points outside the data is unreadable.
    return false;
  }
}
