/** Begins with a scheme; a port behind a host, as in `localhost:3000`, is none. */
const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** An address as people type it, `https` where they leave out the scheme. */
export function withScheme(address: string): string {
  const typed = address.trim();
  return typed === '' || SCHEME.test(typed) || typed.startsWith('/') ? typed : `https://${typed}`;
}
