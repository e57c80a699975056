/** Begins with a scheme; the port of a host, as in `localhost:3000`, is not one. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** A typed address, with `https` if the scheme is missing. */
export function withScheme(address: string): string {
  const typed = address.trim();
  return typed === '' || SCHEME.test(typed) || typed.startsWith('/') ? typed : `https://${typed}`;
}
