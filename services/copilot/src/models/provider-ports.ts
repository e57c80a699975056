/** Ports of providers that users name. */
export const PROVIDER_PORTS: ReadonlySet<number> = new Set([443, 8_443]);
