/** Addresses in the order in which they were given out: each caller comes from another, so that no limit is met by chance. */
let addresses = 0;

export function newAddress(): string {
  addresses += 1;
  return `203.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}
