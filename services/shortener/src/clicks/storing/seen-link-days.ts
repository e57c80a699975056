const BITS = 2 ** 24;
/** Spreads days over the bits (Knuth's multiplicative hash). */
const SPREAD = 2_654_435_761;

/**
 * A two-megabyte Bloom-style filter of the links seen on the newest UTC day and earlier days. It has no false negatives and a few false positives.
 */
export class SeenLinkDays {
  readonly #bits = new Uint8Array(BITS / 8);
  #newestDay = 0;

  /** Returns whether the link may have been seen before on that day. */
  add(linkId: string, dayNumber: number): boolean {
    if (dayNumber > this.#newestDay) {
      this.#newestDay = dayNumber;
      this.#bits.fill(0);
    }
    // The end of an id is random.
    const place = (Number.parseInt(linkId.slice(-8), 16) ^ Math.imul(dayNumber, SPREAD)) & (BITS - 1);
    const [index, mask] = [place >> 3, 1 << (place & 7)];
    const byte = this.#bits[index] ?? 0;
    this.#bits[index] = byte | mask;
    return (byte & mask) !== 0;
  }
}
