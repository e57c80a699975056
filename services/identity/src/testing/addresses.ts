/** Counter for addresses: each call uses a new one, so that no test hits a limit by chance. */
let addresses = 0;

export function newAddress(): string {
  addresses += 1;
  return `203.0.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
}
