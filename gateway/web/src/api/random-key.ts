/** An unguessable key. `crypto.randomUUID` exists on https alone, and the product is used on plain http in offices too. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
